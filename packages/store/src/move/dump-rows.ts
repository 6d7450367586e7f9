import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { makePrivateFile, syncFolderOf, syncToDisk } from '../sqlite/private-file.ts'
import { StoreError } from '../store-error.ts'
import type { SqlValue } from '../statement.ts'
import { pageLength, type Progress, readAll, type RowSource, type Row, type TableSum } from './row-source.ts'
import type { TableShape } from '../schema.ts'

const FORMAT = 1

interface Header {
  readonly varveDump: number
  readonly schema: number
}
type Line =
  | { readonly table: string; readonly row: readonly unknown[] }
  | { readonly sums: readonly TableSum[] }

/** Writes every row as a line of JSON, and the sums of all tables last: a file without them is not whole. */
export async function writeDump(
  source: RowSource,
  file: string,
  onProgress?: (progress: Progress) => void,
): Promise<readonly TableSum[]> {
  if (existsSync(file))
    throw new StoreError('conflict', `There is already something at ${file}; it was not touched.`)
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  makePrivateFile(partial)
  const stream = createWriteStream(partial)
  try {
    const write = async (line: Header | Line): Promise<void> => {
      if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain')
    }
    await write({ varveDump: FORMAT, schema: source.schema })
    const onPage = async ({ name }: TableShape, rows: readonly Row[]): Promise<void> => {
      for (const row of rows) await write({ table: name, row: row.map(toJson) })
    }
    const sums = await readAll(source, { onPage, onProgress })
    await write({ sums })
    stream.end()
    await finished(stream)
    syncToDisk(partial)
    renameSync(partial, file)
    syncFolderOf(file)
    return sums
  } catch (error) {
    stream.destroy()
    rmSync(partial, { force: true })
    throw fromDisk(error)
  }
}

/** The rows of such a file. */
export async function openDumpRows(file: string): Promise<RowSource> {
  const lines = new Lookahead(readLines(file))
  const header = parseLine(await lines.next(), file) as Partial<Header>
  if (header.varveDump !== FORMAT || typeof header.schema !== 'number')
    throw new StoreError('corrupt', `${file} is no dump of a Varve database that this program can read.`)
  let sums: readonly TableSum[] | undefined
  async function* pages(table: TableShape): AsyncGenerator<readonly Row[]> {
    let page: Row[] = []
    for (let text = await lines.peek(); text !== undefined; text = await lines.peek()) {
      const line = parseLine(text, file) as Line
      if (!('table' in line) || line.table !== table.name) break
      await lines.next()
      page.push(line.row.map(fromJson))
      if (page.length < pageLength(table)) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
    const last = await lines.peek()
    const line = last === undefined ? undefined : (parseLine(last, file) as Line)
    if (line && 'sums' in line) sums = line.sums
  }
  return { schema: header.schema, pages, ownSums: () => sums ?? [], close: () => lines.close() }
}

function toJson(value: SqlValue): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
}

function fromJson(value: unknown): SqlValue {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  const { bytes } = value as { readonly bytes?: unknown }
  if (typeof bytes !== 'string') throw new StoreError('corrupt', 'The dump holds a value of no known kind.')
  return new Uint8Array(Buffer.from(bytes, 'base64'))
}

function parseLine(text: string | undefined, file: string): unknown {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (typeof value === 'object' && value !== null) return value
  } catch (error) {
    throw new StoreError('corrupt', `${file} holds a line that is not JSON.`, { cause: error })
  }
  throw new StoreError('corrupt', `${file} holds a line that is no record.`)
}

/** By line feeds alone: a reader of lines for people would also split at characters inside a text. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest: Buffer[] = []
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString()
        rest = []
        from = at + 1
      }
      rest.push(chunk.subarray(from))
    }
  } catch (error) {
    throw fromDisk(error)
  }
}

class Lookahead {
  readonly #lines: AsyncGenerator<string>
  #next: string | undefined

  constructor(lines: AsyncGenerator<string>) {
    this.#lines = lines
  }

  async peek(): Promise<string | undefined> {
    if (this.#next !== undefined) return this.#next
    const { value, done } = await this.#lines.next()
    this.#next = done ? undefined : value
    return this.#next
  }

  async next(): Promise<string | undefined> {
    const line = await this.peek()
    this.#next = undefined
    return line
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined)
  }
}

function fromDisk(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof StoreError) return error
  const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT'
  return new StoreError(isFull ? 'disk-full' : 'input-output', `The file cannot be used: ${error.message}.`, {
    cause: error,
  })
}
