import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Call } from './call.ts'
import { CliError, messageOf } from './errors.ts'

/** All bytes of a file, or of the standard input where the name is `-`. */
export async function readInput(
  file: string,
  { input, cwd }: Pick<Call, 'input' | 'cwd'>,
): Promise<Uint8Array> {
  if (file !== '-') return readNamed(file, cwd)
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

async function readNamed(file: string, cwd: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(cwd, file))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code
    throw new CliError('input-unreadable', `Cannot read ${file}: ${reason ?? String(error)}.`, {
      cause: error,
    })
  }
}

/** The same as a text; other bytes than UTF-8 are refused. */
export async function readText(file: string, call: Pick<Call, 'input' | 'cwd'>): Promise<string> {
  const bytes = await readInput(file, call)
  const text = textOf(bytes, { ignoreBOM: false })
  if (text !== undefined) return text
  throw new CliError('input-malformed', `${nameOf(file)} is not UTF-8 text.`)
}

export async function readJson(file: string, call: Pick<Call, 'input' | 'cwd'>): Promise<unknown> {
  try {
    return JSON.parse(await readText(file, call))
  } catch (error) {
    if (error instanceof CliError && error.code !== 'input-malformed') throw error
    throw new CliError('input-malformed', `${nameOf(file)} holds no JSON in UTF-8.`, { cause: error })
  }
}

function nameOf(file: string): string {
  return file === '-' ? 'The standard input' : file
}

/** Bytes as UTF-8; undefined where they are no text. */
export function textOf(bytes: Uint8Array, { ignoreBOM = true } = {}): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/**
 * The lines of a stream as in JSON Lines: only a line feed ends one, with or without a carriage return before
 * it. `node:readline` also splits at U+2028 and U+2029, which are valid inside JSON text.
 */
export async function* readLines(input: AsyncIterable<unknown>): AsyncGenerator<string> {
  // The byte order mark is for the caller; what is no UTF-8 becomes U+FFFD, as everywhere.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  // In parts: a line of many chunks would be copied with each of them.
  let parts: string[] = []
  for await (const chunk of input) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array, { stream: true })
    const [first = '', ...more] = text.split('\n')
    parts.push(first)
    for (const next of more) {
      yield withoutReturn(parts.join(''))
      parts = [next]
    }
  }
  const last = parts.join('') + decoder.decode()
  if (last !== '') yield withoutReturn(last)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

type Fields = Readonly<Record<string, unknown>>

const BYTE_ORDER_MARK = '\ufeff'

/**
 * Answers JSON Lines with JSON Lines, in order. A bad line gets its error and the others continue; returns
 * false if any was bad.
 */
export async function runLines(
  { input, output }: Pick<Call, 'input' | 'output'>,
  answer: (line: Fields) => Promise<object> | object,
): Promise<boolean> {
  let allGood = true
  let isFirst = true
  for await (const read of readLines(input)) {
    // Some editors and shells put a mark of the encoding before the first line.
    const line = isFirst && read.startsWith(BYTE_ORDER_MARK) ? read.slice(1) : read
    isFirst = false
    if (line.trim() === '') continue
    const result = await answerLine(line, answer)
    allGood &&= !('error' in result)
    if (!(await output.write(`${lineOf(result)}\n`))) return allGood
  }
  return allGood
}

async function answerLine(line: string, answer: (line: Fields) => Promise<object> | object): Promise<object> {
  let id: unknown = null
  try {
    const parsed: unknown = JSON.parse(line)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      throw new CliError('input-malformed', 'A line must be one JSON object.')
    const fields = parsed as Fields
    id = fields['id'] ?? null
    return { id, ...(await answer(fields)) }
  } catch (error) {
    return { id, error: messageOf(error) }
  }
}

/** Some readers treat these two as line ends, so they are written as escapes. */
function lineOf(result: object): string {
  return JSON.stringify(result).replace(/[\u2028\u2029]/g, (end) =>
    end === '\u2028' ? '\\u2028' : '\\u2029',
  )
}
