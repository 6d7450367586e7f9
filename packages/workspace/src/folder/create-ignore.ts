import ignore from 'ignore'
import { readFileText } from './read-file-text.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** The rules of ignore files that hold in a folder and below it. */
export interface IgnoreRules {
  /** Whether a path from the root of the workspace is left out. A folder that is left out takes all in it along. */
  readonly ignores: (path: string, kind: 'file' | 'folder') => boolean
  /** The rules that hold in a folder, given the texts of the ignore files in it. */
  readonly within: (folder: string, files: IgnoreFiles) => IgnoreRules
  /** What could not be understood, in words. */
  readonly problems: readonly string[]
}

export interface IgnoreFiles {
  readonly gitignore?: string
  /** Wins over every `.gitignore`. */
  readonly varveignore?: string
}

/** Beyond these a file of rules is a mistake or an attack: each rule is tried on each path. */
export const MAXIMUM_IGNORE_BYTES = 256 * 1024
const MAXIMUM_RULES = 1000
const MAXIMUM_PATTERN = 500
const MAXIMUM_STARS = 10
/** Each one more multiplies the time by the depth of the path. */
const MAXIMUM_ANY_DEPTH = 2

interface Patterns {
  readonly git: readonly string[]
  readonly varve: readonly string[]
  readonly problems: readonly string[]
}

/** No rules; `within` adds those of the root, of a folder in it, and so on down. */
export function createIgnore(): IgnoreRules {
  return rulesOf({ git: [], varve: [], problems: [] })
}

function rulesOf(patterns: Patterns): IgnoreRules {
  const { git, varve, problems } = patterns
  const isEmpty = git.length + varve.length === 0
  // In git the last rule that matches decides, and a deeper file comes later.
  const matcher = ignore({ ignoreCase: false }).add(git).add(varve)
  return {
    ignores: (path, kind) => {
      if (isEmpty) return false
      return matcher.ignores(`${path.normalize('NFC')}${kind === 'folder' ? '/' : ''}`)
    },
    within: (folder, { gitignore, varveignore }) => {
      if (gitignore === undefined && varveignore === undefined) return rulesOf(patterns)
      const newGit = readRules(folder, IGNORE_FILES.gitignore, gitignore ?? '')
      const newVarve = readRules(folder, IGNORE_FILES.varveignore, varveignore ?? '')
      return rulesOf({
        git: [...git, ...newGit.rules],
        varve: [...varve, ...newVarve.rules],
        problems: [...problems, ...newGit.problems, ...newVarve.problems],
      })
    },
    problems,
  }
}

interface ReadRules {
  readonly rules: readonly string[]
  readonly problems: readonly string[]
}

function readRules(folder: string, name: string, text: string): ReadRules {
  const rules: string[] = []
  const problems: string[] = []
  const file = folder === '' ? name : `${folder}/${name}`
  for (const [index, line] of text
    .normalize('NFC')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    if (rules.length >= MAXIMUM_RULES) {
      problems.push(
        `"${file}" has more than ${MAXIMUM_RULES} rules; those from line ${index + 1} on are not used.`,
      )
      break
    }
    const problem = problemOf(line)
    if (problem === undefined) rules.push(fromRoot(folder, line))
    else problems.push(`"${file}", line ${index + 1}: ${problem}; the rule is not used.`)
  }
  return { rules, problems }
}

function problemOf(line: string): string | undefined {
  if (line.length > MAXIMUM_PATTERN) return `a rule has at most ${MAXIMUM_PATTERN} characters`
  if (line.split(/\*+/).length - 1 > MAXIMUM_STARS) return `a rule has at most ${MAXIMUM_STARS} wildcards`
  if (line.split('/').filter((name) => name === '**').length > MAXIMUM_ANY_DEPTH)
    return `a rule has at most ${MAXIMUM_ANY_DEPTH} "**"`
  return undefined
}

/** A rule of a file in a folder, as if it was in a file at the root. */
function fromRoot(folder: string, line: string): string {
  if (folder === '') return line
  const isNegative = line.startsWith('!')
  const pattern = isNegative ? line.slice(1) : line
  // A slash anywhere but at the end binds a rule to the folder of its file; otherwise it holds at any depth.
  const isBound = pattern.trimEnd().slice(0, -1).includes('/')
  const below = isBound ? pattern.replace(/^\//, '') : `**/${pattern}`
  return `${isNegative ? '!' : ''}/${literally(folder.normalize('NFC'))}/${below}`
}

function literally(folder: string): string {
  return folder.replace(/[\\*?[\]]/g, String.raw`\$&`)
}

/** Names of the ignore files, in the order in which a later one wins. */
export const IGNORE_FILES = { gitignore: '.gitignore', varveignore: '.varveignore' } as const

/** The rules that hold for what is in a folder of a workspace; the root is the empty path. */
export async function loadIgnoreRules(root: string, folder: string): Promise<IgnoreRules> {
  let rules = createIgnore()
  let path = ''
  for (const name of ['', ...(folder === '' ? [] : folder.split('/'))]) {
    path = path === '' ? name : `${path}/${name}`
    rules = rules.within(path, (await readIgnoreFiles(root, path)).files)
  }
  return rules
}

interface ReadIgnoreFiles {
  readonly files: IgnoreFiles
  readonly problems: readonly string[]
}

/** The ignore files of one folder. An unreadable one is reported and has no effect. */
export async function readIgnoreFiles(root: string, folder: string): Promise<ReadIgnoreFiles> {
  const files: { gitignore?: string; varveignore?: string } = {}
  const problems: string[] = []
  for (const which of ['gitignore', 'varveignore'] as const) {
    const name = IGNORE_FILES[which]
    try {
      const path = folder === '' ? name : `${folder}/${name}`
      files[which] = (await readFileText(root, path, MAXIMUM_IGNORE_BYTES)).text
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error
      if (error.code !== 'not-found') problems.push(error.message)
    }
  }
  return { files, problems }
}
