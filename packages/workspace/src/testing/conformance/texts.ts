import { createHash } from 'node:crypto'
import type { Hash } from '@varve/engine/internal'

export const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8')
export const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string =>
  Buffer.from(bytes).toString('utf8')
export const hash = (text: string): Hash => createHash('sha256').update(text).digest('hex')
