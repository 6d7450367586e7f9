import { runInWorker, type WorkerLimits, type WorkerOutcome } from '@varve/workspace'
import { isZip } from '@varve/workspace/chat-reading'
import { AppError } from '../app-error.ts'
import { type ChatsFile, type ReadChats, readChats } from './read-chats.ts'

const LIMITS: WorkerLimits = { milliseconds: 120_000, heapMegabytes: 2048, bufferMegabytes: 1536 }
/** What a text of this length can ask for takes less than starting a thread. */
const SMALL = 512 * 1024

export type ChatsRead = Extract<ReadChats, { readonly kind: 'read' }>

/** The chats of a file. An archive, or a file of some length, is read in a thread that is ended when it takes too much. */
export async function readChatsApart(file: ChatsFile, limits: WorkerLimits = LIMITS): Promise<ChatsRead> {
  const isSmall = file.bytes.length <= SMALL && !isZip(file.bytes)
  const read = isSmall ? readChats(file) : await readInThread(file, limits)
  if (read.kind === 'refused') throw new AppError(read.code, read.message)
  return read
}

async function readInThread({ name, bytes }: ChatsFile, limits: WorkerLimits): Promise<ReadChats> {
  // Not `slice`, which gives a view where the bytes are a Buffer.
  const own = new Uint8Array(bytes)
  const outcome = await runInWorker<ChatsFile, ReadChats>({
    entry: new URL('./read-chats-thread.ts', import.meta.url),
    input: { name, bytes: own },
    transfer: [own.buffer],
    limits,
  })
  return outcome.kind === 'done' ? outcome.value : givenUp(name, outcome)
}

const IN_PARTS = 'Split it, and import its parts one after another.'

function givenUp(name: string, outcome: Exclude<WorkerOutcome<never>, { readonly kind: 'done' }>): ReadChats {
  switch (outcome.kind) {
    case 'timeout': {
      const message = `${name} was not read within ${outcome.milliseconds / 1000} seconds and was given up. ${IN_PARTS}`
      return { kind: 'refused', code: 'file-too-large', message }
    }
    case 'memory': {
      const message = `${name} takes more than ${outcome.megabytes} MB of memory to read and was given up. ${IN_PARTS}`
      return { kind: 'refused', code: 'file-too-large', message }
    }
    case 'failed':
    case 'lost': {
      const message = `${name} cannot be read: ${outcome.message} Export it again, or take its files one by one.`
      return { kind: 'refused', code: 'file-unreadable', message }
    }
    default:
      return outcome satisfies never
  }
}
