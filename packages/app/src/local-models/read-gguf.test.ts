import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { readGguf } from './read-gguf.ts'
import { ggufBytes, KEYS, text, u32, u64 } from './testing/gguf-bytes.ts'

const folder = mkdtempSync(join(tmpdir(), 'varve-gguf-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0

function read(bytes: Uint8Array) {
  count += 1
  const path = join(folder, `${count}.gguf`)
  writeFileSync(path, bytes)
  return readGguf(path)
}

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const error: unknown = await read(bytes).catch((thrown: unknown) => thrown)
  if (!(error instanceof AppError)) throw new Error(`not refused: ${JSON.stringify(error)}`)
  expect(error.code).toBe('model-file-invalid')
  return error.message
}

describe('a model file', () => {
  test('describes itself', async () => {
    expect(await read(ggufBytes())).toMatchObject({
      architecture: 'llama',
      name: 'Tiny',
      quantization: 'F32',
      parameters: 256,
      context: 4096,
      chatTemplate: true,
      isEmbedding: false,
      // 2 layers × 4 heads × (16 + 16) numbers of 2 bytes.
      bytesPerToken: 512,
    })
  })

  test('is read in windows, however long its vocabulary', async () => {
    const tokens = Array.from({ length: 60_000 }, (_, index) => `token ${index}`)
    const header = await read(ggufBytes({ keys: { ...KEYS, 'tokenizer.ggml.tokens': tokens } }))
    expect(header).toMatchObject({ chatTemplate: true, context: 4096 })
  })

  test('is recognised as an embedding model', async () => {
    const keys = { 'general.architecture': 'qwen3', 'qwen3.pooling_type': 3 }
    expect(await read(ggufBytes({ keys }))).toMatchObject({ isEmbedding: true, chatTemplate: false })
  })

  test('has a one-line plain name', async () => {
    const keys = { ...KEYS, 'general.name': `A\u001b[31m\nmodel${'x'.repeat(300)}` }
    const { name = '' } = await read(ggufBytes({ keys }))
    expect(name).toMatch(/^A \[31m modelx+$/)
    expect(name.length).toBe(100)
  })
})

describe('an invalid model file is refused with place and reason', () => {
  const begin = (...parts: readonly Buffer[]) =>
    Buffer.concat([Buffer.from('GGUF'), u32(3), u64(0n), u64(1n), ...parts])
  const huge = 2n ** 63n
  test.each([
    ['nothing', Buffer.alloc(0), 'at byte 0, it does not begin with GGUF'],
    ['a page', Buffer.from('<!doctype html>'), 'at byte 0, it does not begin with GGUF'],
    ['version 1', ggufBytes({ version: 1 }), 'at byte 4, its version is 1'],
    ['big-endian', Buffer.from('GGUF\0\0\0\u0003'), 'big-endian'],
    ['endless keys', ggufBytes({ announced: { keys: huge } }), 'at byte 16'],
    ['endless tensors', ggufBytes({ announced: { tensors: huge } }), 'at byte 8'],
    ['an endless key', begin(u64(huge)), 'at byte 24'],
    ['an endless text', begin(text('k'), u32(8), u64(huge)), 'more than the file has left'],
    ['an endless list', begin(text('k'), u32(9), u32(8), u64(huge)), 'more than the file has left'],
    ['an unknown type', begin(text('k'), u32(77)), 'unknown type 77'],
    [
      'lists in lists',
      begin(text('k'), u32(9), ...Array.from({ length: 9 }, () => [u32(9), u64(1n)]).flat(), u64(0n)),
      'nested too deep',
    ],
    ['no architecture', ggufBytes({ keys: { 'general.name': 'x' } }), 'names no architecture'],
    ['a projector', ggufBytes({ keys: { 'general.architecture': 'clip' } }), 'a vision projector'],
    ['an adapter', ggufBytes({ keys: { ...KEYS, 'general.type': 'adapter' } }), '"adapter"'],
    ['one of many parts', ggufBytes({ keys: { ...KEYS, 'split.count': 3 } }), 'one of 3 parts'],
    ['a cut file', ggufBytes().subarray(0, -1), 'the file is cut'],
  ])('%s', async (_, bytes, reason) => {
    expect(await refusalOf(bytes)).toContain(reason)
  })

  test('a file cut or changed at any byte is read or refused', async () => {
    const whole = ggufBytes({ elements: 8 })
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.nat(whole.length - 1),
        fc.nat(255),
        async (cut, at, value) => {
          expect(await refusalOf(whole.subarray(0, cut))).toMatch(/at byte \d+/)
          const changed = Buffer.from(whole)
          changed[at] = value
          const result: unknown = await read(changed).catch((error: unknown) => error)
          if (result instanceof Error) expect(result).toBeInstanceOf(AppError)
        },
      ),
      { numRuns: 60 },
    )
  })
})
