import { documentOutcome } from '../document/document-outcome.ts'
import { fileFormat } from '../file-kind.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { parseNote } from '../note/parse-note.ts'
import type { ParsedNote } from '../note/parsed-note.ts'
import { runInWorker } from '../worker/run-in-worker.ts'
import type { ExtractSources } from './extract-sources.ts'

/** Reads a file to attach it. A text that is too large for any model is refused by its size, before it is read. */
export function readAttached({ readFile, limits }: ExtractSources, path: string): Promise<StoredFile> {
  return fileFormat(path)?.isDocument ? readFile(path) : readFile(path, limits.textBytes)
}

/** Parsing a longer note would block the main thread, so it runs in a worker. */
const LARGE = 256 * 1024
const LIMITS = { milliseconds: 60_000, heapMegabytes: 1024, bufferMegabytes: 256 }

interface NoteText extends Pick<StoredFile, 'path' | 'contentHash'> {
  readonly text: string
}

/** The parts of a note that attaching needs: fields, tasks, callouts and plain links may be missing. */
export async function parseAttached(
  { memo }: Pick<ExtractSources, 'memo'>,
  { path, contentHash, text }: NoteText,
): Promise<ParsedNote> {
  if (text.length <= LARGE) return parseNote(text)
  return memo.recall(contentHash, 'note', async () => {
    const entry = new URL('../note/note-thread.ts', import.meta.url)
    const outcome = await runInWorker<{ readonly text: string }, ParsedNote>({
      entry,
      input: { text },
      limits: LIMITS,
    })
    return documentOutcome(path, outcome)
  })
}
