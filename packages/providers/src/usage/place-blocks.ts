import { AppendLog, hashText, type predictUsage } from '@varve/engine'
import type { BodyScope } from '../wire/body-blocks-scope.ts'
import type { WireBlock } from '../wire/wire.ts'

export type CacheRequest = Parameters<typeof predictUsage>[1]
type PlacedBlocks = CacheRequest['blocks']
type PlacedBlock = NonNullable<ReturnType<PlacedBlocks['get']>>

/** The blocks of a body as the engine's forecast reads them, with the tool definitions apart. */
export interface PlacedBody {
  readonly blocks: PlacedBlocks
  readonly length: number
  readonly leadTokens: number
  readonly leadHash: string
  readonly marks: readonly number[]
}

/**
 * Chains the blocks of a body: each name stands for the whole body up to and including its block. What a body
 * says beside its blocks and a cache compares too (`scope`) is part of the names.
 */
export function placeBlocks(wireBlocks: readonly WireBlock[], scope: BodyScope): PlacedBody {
  const lead = wireBlocks.filter(({ kind }) => kind === 'tools')
  const rest = wireBlocks.filter(({ kind }) => kind !== 'tools')
  const placed: PlacedBlock[] = []
  const marks: number[] = []
  let chain = ''
  let end = 0
  const firstMessage = rest.findIndex(({ role }) => role !== 'system')
  for (const [index, { role, kind, text, tokens, marked }] of rest.entries()) {
    const name = index === firstMessage ? `${scope.messages}\n${role}` : role
    chain = hashText(`${chain}\n${name}\n${kind}\n${text}`)
    end += tokens
    placed.push({
      role: neutralRole(role),
      part: { kind: 'text', text },
      tokens,
      origin: { piece: 'artifact', turn: 0 },
      chain,
      end,
    })
    if (marked) marks.push(index)
  }
  return {
    blocks: AppendLog.from(placed),
    length: placed.length,
    leadTokens: lead.reduce((sum, { tokens }) => sum + tokens, 0),
    leadHash: hashText([scope.whole, ...lead.map(({ text }) => text)].join('\n')),
    marks,
  }
}

function neutralRole(role: string): PlacedBlock['role'] {
  if (role === 'assistant' || role === 'model') return 'assistant'
  if (role === 'system' || role === 'developer') return 'system'
  return role === 'tool' || role === 'function' ? 'tool' : 'user'
}
