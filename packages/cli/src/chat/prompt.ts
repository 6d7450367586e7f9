import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Call } from '../call.ts'

/** A line that someone writes, with what earlier ones were. */
export interface Prompt {
  /** The next message; undefined where nobody writes any more. */
  readonly ask: () => Promise<string | undefined>
  /** An answer that is kept in no history; undefined where it was not given. */
  readonly question: (words: string) => Promise<string | undefined>
  readonly close: () => void
}

export interface PromptOptions {
  readonly words: string
  readonly complete: (line: string) => Promise<readonly [readonly string[], string]>
  /** Ctrl-C: says whether there was something to stop. */
  readonly onStop: () => boolean
}

const MOST_LINES = 1000
const MORE = '… '
/** Lets a terminal say what was pasted, so that each line of it is no message of its own. */
const [PASTES_ON, PASTES_OFF] = ['\u001b[?2004h', '\u001b[?2004l']

/** A prompt with history, completion, pasted lines as one message, and Ctrl-C for the answer before it leaves. */
export function openPrompt(call: Call, { words, complete, onStop }: PromptOptions): Prompt {
  const { input, stdout, paths } = call
  const gate = new Gate(stdout)
  const editor = createInterface({
    input,
    output: gate,
    terminal: true,
    prompt: words,
    history: readHistory(paths.history),
    historySize: MOST_LINES,
    removeHistoryDuplicates: true,
    completer: (line: string, done: (error: null, found: [string[], string]) => void) => {
      complete(line).then(
        ([found, part]) => done(null, [[...found], part]),
        () => done(null, [[], line]),
      )
    },
  })
  let waiting: ((line: string | undefined) => void) | undefined
  let isQuestion = false
  let isPasting = false
  let isClosed = false
  /** A Ctrl-C more leaves. */
  let isLeaving = false
  const before: string[] = []
  /** Lines that came while an answer was being written: the next messages, and never an answer to a question. */
  const typed: string[] = []

  const give = (line: string | undefined): void => {
    const resolve = waiting
    waiting = undefined
    gate.isOpen = false
    resolve?.(line)
  }
  const wait = (): Promise<string | undefined> =>
    isClosed
      ? Promise.resolve(undefined)
      : new Promise((resolve) => {
          gate.isOpen = true
          waiting = resolve
        })

  editor.on('history', (history: string[]) => {
    if (isQuestion || !waiting) history.shift()
  })
  editor.on('line', (line) => {
    isLeaving = false
    if (waiting && isQuestion) return give(line)
    if (isPasting || line.endsWith('\\')) {
      before.push(isPasting ? line : line.slice(0, -1))
      if (isPasting || !waiting) return
      editor.setPrompt(MORE)
      editor.prompt()
      return
    }
    keepLine(paths.history, line)
    const message = [...before.splice(0), line].join('\n')
    if (waiting) give(message)
    else if (message.trim() !== '') typed.push(message)
  })
  editor.on('SIGINT', () => {
    const isStopped = onStop()
    if (isQuestion) return give(undefined)
    if (isStopped || !waiting) {
      isLeaving = true
      return
    }
    if (isLeaving) return editor.close()
    const isEmpty = editor.line === '' && before.length === 0
    before.length = 0
    editor.write(null, { ctrl: true, name: 'e' })
    editor.write(null, { ctrl: true, name: 'u' })
    isLeaving = isEmpty
    stdout.write(isEmpty ? '\nCtrl-C again leaves, and so does Ctrl-D.\n' : '\n')
    editor.setPrompt(words)
    editor.prompt()
  })
  editor.on('close', () => {
    isClosed = true
    stdout.write(PASTES_OFF)
    if (waiting) stdout.write('\n')
    give(undefined)
  })
  const onKey = (_: unknown, key?: { readonly name?: string }): void => {
    if (key?.name === 'paste-start') isPasting = true
    if (key?.name === 'paste-end') isPasting = false
  }
  input.on('keypress', onKey)
  stdout.write(PASTES_ON)

  return {
    ask: () => {
      isQuestion = false
      const next = typed.shift()
      if (next !== undefined) {
        stdout.write(`${words}${next}\n`)
        return Promise.resolve(next)
      }
      const asked = wait()
      editor.setPrompt(words)
      if (!isClosed) editor.prompt()
      return asked
    },
    question: (text) => {
      isQuestion = true
      const asked = wait()
      editor.setPrompt(text)
      if (!isClosed) editor.prompt()
      return asked.finally(() => {
        isQuestion = false
      })
    },
    close: () => {
      input.off('keypress', onKey)
      if (!isClosed) editor.close()
    },
  }
}

/** What the editor shows; closed while an answer is written, so that keys typed meanwhile do not stand in it. */
class Gate extends Writable {
  isOpen = false
  readonly isTTY = true
  readonly #screen: Call['stdout']

  constructor(screen: Call['stdout']) {
    super({ decodeStrings: false })
    this.#screen = screen
    screen.on('resize', () => this.emit('resize'))
  }

  get columns(): number {
    return this.#screen.columns ?? 80
  }

  override _write(chunk: string | Uint8Array, _: BufferEncoding, done: () => void): void {
    if (this.isOpen) this.#screen.write(chunk)
    done()
  }
}

/** Newest first; none where there is no such file, or it may not be read. */
function readHistory(path: string): string[] {
  try {
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    if (lines.length > 2 * MOST_LINES)
      writeFileSync(path, `${lines.slice(-MOST_LINES).join('\n')}\n`, { mode: 0o600 })
    return lines.slice(-MOST_LINES).toReversed()
  } catch {
    return []
  }
}

/** As in a shell, a line that begins with a space is kept nowhere. */
function keepLine(path: string, line: string): void {
  if (line.trim() === '' || line.startsWith(' ')) return
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    appendFileSync(path, `${line}\n`, { mode: 0o600 })
  } catch {
    // Without it the conversation goes on all the same.
  }
}
