import { PRIVACY_FILE, type PrivacyMark, type PrivacyRules } from './privacy-of.ts'
import { decodeText } from '../folder/decode-text.ts'
import type { FileStore } from '../file-store/file-store.ts'
import { readFileText } from '../folder/read-file-text.ts'
import { parsePath } from '../path/parse-path.ts'
import { WorkspaceError } from '../workspace-error.ts'

const MAXIMUM_BYTES = 256 * 1024
/** What the folder itself is called in an error. */
const ROOT = '.'
const KEYS: ReadonlySet<string> = new Set(['localOnly', 'private'])
const KEY_NAMES = [...KEYS].map((key) => `"${key}"`).join(' and ')

/** What a folder says about its own privacy. A file that cannot be understood closes everything. */
export function readPrivacyRules(root: string): Promise<PrivacyRules> {
  return rulesFrom(async () => (await readFileText(root, PRIVACY_FILE, MAXIMUM_BYTES)).text)
}

/** The same of a workspace, whatever its files are in. */
export function privacyRulesOf(files: Pick<FileStore, 'read'>): Promise<PrivacyRules> {
  return rulesFrom(async () => {
    const file = await files.read(PRIVACY_FILE)
    if (file.bytes.length <= MAXIMUM_BYTES) return decodeText(file)
    const message = `"${PRIVACY_FILE}" has more than ${MAXIMUM_BYTES.toLocaleString('en-US')} bytes.`
    throw new WorkspaceError('too-large', PRIVACY_FILE, message)
  })
}

async function rulesFrom(read: () => Promise<string>): Promise<PrivacyRules> {
  try {
    return parsePrivacyRules(await read())
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    // A folder without the file has no rules. If the folder is missing, its rules are unknown.
    const hasNone = error.code === 'not-found' && error.path !== ROOT
    return { localOnly: [], private: [], problems: hasNone ? [] : [error.message] }
  }
}

/** Reads the text of `Varve/workspace.json`. Every problem says where it is; what is sound holds all the same. */
export function parsePrivacyRules(text: string): PrivacyRules {
  const problems: string[] = []
  const value = parseJson(text, problems)
  if (problems.length > 0 || !isObject(value)) {
    if (problems.length === 0) problems.push(`"${PRIVACY_FILE}" has to be an object.`)
    return { localOnly: [], private: [], problems }
  }
  // A misspelt key would leave something open that was meant to be private.
  for (const key of Object.keys(value))
    if (!KEYS.has(key))
      problems.push(`"${PRIVACY_FILE}" has a key "${key}" that means nothing here; there are ${KEY_NAMES}.`)
  // Of two the second would count alone. No value can hold this text: its quotes would be escaped.
  for (const key of KEYS)
    if (text.split(new RegExp(`"${key}"\\s*:`)).length > 2)
      problems.push(`"${PRIVACY_FILE}" has the key "${key}" more than once.`)
  return {
    localOnly: parseMarks('localOnly', value['localOnly'], problems),
    private: parseMarks('private', value['private'], problems),
    problems,
  }
}

function parseJson(text: string, problems: string[]): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const where = error.message.replace(/ is not valid JSON$/, '').replace(/\s+/g, ' ')
    problems.push(`"${PRIVACY_FILE}" is not JSON: ${where}.`)
    return undefined
  }
}

function parseMarks(key: string, value: unknown, problems: string[]): readonly PrivacyMark[] {
  if (value === undefined) return []
  // One alone can only mean itself.
  const entries: unknown = typeof value === 'string' ? [value] : value
  if (!Array.isArray(entries)) {
    problems.push(`"${PRIVACY_FILE}", ${key}: has to be a list of folders and tags.`)
    return []
  }
  return entries.flatMap((entry: unknown, index): readonly PrivacyMark[] => {
    const mark = parseMark(entry)
    if (typeof mark !== 'string') return [mark]
    problems.push(`"${PRIVACY_FILE}", ${key}, entry ${index + 1}: ${mark}.`)
    return []
  })
}

/** A mark, or what is wrong with it. */
function parseMark(entry: unknown): PrivacyMark | string {
  if (typeof entry !== 'string' || entry.trim() === '')
    return 'a folder such as "diary/" or a tag such as "#diary" is wanted'
  if (entry !== entry.trim()) return `${JSON.stringify(entry)} begins or ends with a blank`
  if (entry.startsWith('#')) {
    const tag = entry.slice(1).replace(/\/$/, '').normalize('NFC')
    return /^[^\s#]+$/.test(tag) ? { kind: 'tag', tag } : `${JSON.stringify(entry)} is not a tag`
  }
  if (/[*?]/.test(entry)) return `${JSON.stringify(entry)} has a wildcard; name the folder itself`
  if (OF_THE_MACHINE.test(entry))
    return `${JSON.stringify(entry)} looks like a folder of the machine; name it from the root of the workspace`
  const path = fromRoot(entry)
  if (path === '') return { kind: 'everything' }
  try {
    const names = parsePath(path, { windows: false })
    return { kind: 'path', path: names.join('/') }
  } catch (error) {
    if (error instanceof WorkspaceError) return error.message.replace(/\.$/, '')
    throw error
  }
}

/** A path with a `/` before it is one of the workspace, unless it begins as those of systems do. */
const OF_THE_MACHINE = /^\/+(?:home|users|volumes|mnt|media|root|tmp|var|srv|opt)\/+[^/]/i

/** `./diary/` and `/diary/` can only mean `diary`; nothing is left of `/` and `./`. */
function fromRoot(entry: string): string {
  return entry.replace(/^(?:\.?\/)+|^\.$/, '').replace(/\/$/, '')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
