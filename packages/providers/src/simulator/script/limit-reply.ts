import type { Tokenizer } from '@varve/engine'
import type { Reply, ReplyPiece } from './reply.ts'

/** Tokens of what a model says, and how many of them are reasoning. */
export function countReply(
  reply: Reply,
  { count }: Tokenizer,
): { readonly output: number; readonly reasoning: number } {
  let output = 0
  let reasoning = 0
  for (const piece of reply.pieces) {
    const tokens = piece.kind === 'tool-call' ? count(piece.tool) + count(piece.arguments) : count(piece.text)
    output += tokens
    if (piece.kind === 'reasoning') reasoning += tokens
  }
  return { output, reasoning }
}

/** The reply, cut where the request allows no more of it. */
export function limitReply(reply: Reply, maximumTokens: number | undefined, tokenizer: Tokenizer): Reply {
  if (maximumTokens === undefined || countReply(reply, tokenizer).output <= maximumTokens) return reply
  const pieces: ReplyPiece[] = []
  let room = maximumTokens
  for (const piece of reply.pieces) {
    if (piece.kind === 'tool-call') break
    const text = cutToTokens(piece.text, room, tokenizer)
    if (text !== '') pieces.push({ ...piece, text })
    room -= tokenizer.count(text)
    if (text.length < piece.text.length) break
  }
  return { pieces, finish: 'length' }
}

/** The longest start of a text, in whole words, that has at most so many tokens. */
function cutToTokens(text: string, limit: number, { count }: Tokenizer): string {
  const ends = [0, ...[...text.matchAll(/\S+/g)].map(({ 0: word, index }) => index + word.length)]
  let fits = 0
  let exceeds = ends.length
  while (exceeds - fits > 1) {
    const middle = (fits + exceeds) >> 1
    if (count(text.slice(0, ends[middle])) <= limit) fits = middle
    else exceeds = middle
  }
  return exceeds === ends.length && count(text) <= limit ? text : text.slice(0, ends[fits])
}
