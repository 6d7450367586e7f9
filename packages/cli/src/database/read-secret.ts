import type { Readable } from 'node:stream'
import { CliError } from '../errors.ts'

const LONGEST = 10_000
const ENTER = '\r\n\u0004'
const CANCEL = '\u0003'
const ERASE = '\b\u007f'

/** A terminal that can hide what is typed. */
interface Terminal extends Readable {
  readonly isTTY: true
  readonly setRawMode: (raw: boolean) => unknown
}

/** A secret from a terminal, where it is not shown, or all of what is piped in. Never from the arguments. */
export async function readSecret(
  input: Readable,
  prompt: string,
  write: (text: string) => void,
): Promise<string> {
  if (!isTerminal(input)) return readPiped(input)
  // First, so that keys typed as soon as the prompt appears are hidden too.
  input.setRawMode(true)
  try {
    write(prompt)
    return await readTyped(input)
  } finally {
    input.setRawMode(false)
    input.pause()
    write('\n')
  }
}

async function readPiped(input: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk as Uint8Array)
    length += bytes.length
    if (length > LONGEST) throw tooLong()
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8').trim()
}

function readTyped(input: Terminal): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed: readonly string[] = []
    const end = (settle: () => void): void => {
      input.off('data', read)
      input.off('end', stop)
      settle()
    }
    const stop = (): void => end(() => resolve(typed.join('').trim()))
    const read = (chunk: Buffer | string): void => {
      for (const character of chunk.toString('utf8')) {
        if (ENTER.includes(character)) return stop()
        if (character === CANCEL) return end(() => reject(new CliError('usage', 'Nothing was changed.')))
        typed = ERASE.includes(character) ? typed.slice(0, -1) : [...typed, character]
        if (typed.length > LONGEST) return end(() => reject(tooLong()))
      }
    }
    input.on('data', read)
    input.on('end', stop)
    input.resume()
  })
}

function tooLong(): CliError {
  return new CliError('input-malformed', `A key has no more than ${LONGEST} bytes.`)
}

function isTerminal(input: Readable): input is Terminal {
  return 'isTTY' in input && input.isTTY === true && 'setRawMode' in input
}
