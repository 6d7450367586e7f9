import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { AnswerOwner } from './answer-owner.ts'
import { type AnswerReads, answerReads } from './answer-reads.ts'
import { type AnswerWrites, answerWrites } from './answer-writes.ts'

export interface Answers extends AnswerReads, AnswerWrites {}

export function answers(database: Kysely<Schema>, owner: AnswerOwner): Answers {
  return { ...answerReads(database, owner), ...answerWrites(database, owner) }
}
