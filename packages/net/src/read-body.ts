import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { contentDecoders } from './content-decoder.ts'
import type { FetchLimits } from './limits.ts'
import { NetError } from './net-error.ts'

export interface ReadBodyOptions {
  readonly headers: Headers
  readonly limits: FetchLimits
}

/** The whole body, decompressed. Cut, with the connection, at the first byte over a limit. */
export async function readBody(body: Readable, { headers, limits }: ReadBodyOptions): Promise<Uint8Array> {
  const announced = Number(headers.get('content-length') ?? 0)
  if (announced > limits.bytes) throw tooLarge('announces', announced, limits.bytes)
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  const first = await chunks.next()
  if (first.done === true) return new Uint8Array()
  const decoders = contentDecoders(headers.get('content-encoding'), first.value[0] ?? 0)
  let broken: unknown
  const wire = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value
    try {
      yield* { [Symbol.asyncIterator]: () => chunks }
    } catch (error) {
      broken = error
      throw error
    }
  }
  const received: Uint8Array[] = []
  const stages = [
    counter(limits.bytes, 'has more than'),
    // Counted after each stage, since a body can be compressed twice and explode in the middle.
    ...decoders.flatMap((decoder) => [
      decoder,
      counter(limits.decompressedBytes, 'decompresses to more than'),
    ]),
  ]
  try {
    await pipeline([Readable.from(wire()), ...stages, collector(received)])
  } catch (error) {
    if (error === broken || error instanceof NetError) throw error
    throw new NetError('bad-encoding', 'The body cannot be decompressed.', { cause: error })
  }
  return concatenate(received)
}

function counter(limit: number, verb: string): Transform {
  let total = 0
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done): void {
      total += chunk.byteLength
      if (total > limit) done(tooLarge(verb, limit, limit))
      else done(null, chunk)
    },
  })
}

function collector(received: Uint8Array[]): Writable {
  return new Writable({
    write(chunk: Uint8Array, _encoding, done): void {
      received.push(chunk)
      done()
    },
  })
}

/** A fresh array with a buffer of its own, which can be handed to a worker. */
function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((total, { byteLength }) => total + byteLength, 0))
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}

function tooLarge(verb: string, bytes: number, limit: number): NetError {
  return new NetError('too-large', `The answer ${verb} ${bytes} bytes; ${limit} is the limit.`)
}
