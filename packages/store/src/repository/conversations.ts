import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { type ConversationReads, conversationReads } from './conversation-reads.ts'
import { type ConversationWrites, conversationWrites } from './conversation-writes.ts'

export interface Conversations extends ConversationReads, ConversationWrites {}

export function conversations(database: Kysely<Schema>): Conversations {
  return { ...conversationReads(database), ...conversationWrites(database) }
}
