import { hashText } from '../../artifact/hash.ts'
import { AppendLog } from '../../collection/append-log.ts'
import type { PlacedBlock } from '../../plan/writing/block.ts'
import type { CacheRequest } from '../cache-request.ts'

/** Blocks of the given texts; a text such as `b:700` counts 700 tokens. */
export function placeTexts(texts: readonly string[]): AppendLog<PlacedBlock> {
  let chain = ''
  let end = 0
  return AppendLog.from(
    texts.map((text): PlacedBlock => {
      const tokens = countTokens(text)
      chain = hashText(`${chain} ${text}`)
      end += tokens
      return {
        role: 'user',
        part: { kind: 'text', text },
        tokens,
        origin: { piece: 'user', turn: 1 },
        chain,
        end,
      }
    }),
  )
}

export function countTokens(text: string): number {
  return Number(text.split(':')[1])
}

/** A request of the given texts, without tools, marks or an object unless they are given. */
export function requestOf(texts: readonly string[], patch: Partial<CacheRequest> = {}): CacheRequest {
  const blocks = placeTexts(texts)
  return { blocks, length: blocks.length, leadTokens: 0, leadHash: 'no tools', marks: [], at: 0, ...patch }
}
