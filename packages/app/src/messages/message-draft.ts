import type { ChatPlace } from '../chats/require-chat.ts'
import type { UnrecordedChoice } from '../turn/clear-lost.ts'
import type { Attachable } from '../files/attachable.ts'

/** A message as it is written, sent or not. */
export interface MessageDraft extends ChatPlace {
  readonly text: string
  readonly attach: readonly Attachable[]
  /** The note that is open beside the chat. */
  readonly active?: string | undefined
  /** The user agrees to fetch the open note's pictures from the web. */
  readonly remoteImages?: boolean | undefined
  /** The user agrees to extracts of kept texts that nobody can give again, should it not fit otherwise. */
  readonly allowExtracts?: boolean | undefined
  /** The user agrees to leave optional attachments out, should it not fit otherwise. */
  readonly dropOptional?: boolean | undefined
  /** In place of the areas that were detected, as `pack/id`. */
  readonly areas?: readonly string[] | undefined
  /** In place of the places that the message names, as `US-CA`. */
  readonly jurisdictions?: readonly string[] | undefined
  /** Notes of an imported chat that do not come along with the first message after it. */
  readonly leaveOut?: readonly string[] | undefined
  /** What to do about sources that are no longer recorded, where a cloud model is asked. */
  readonly unrecorded?: UnrecordedChoice | undefined
  readonly modelId?: string | undefined
  /** Several models answer side by side; the first completed in this order continues the thread. */
  readonly modelIds?: readonly string[] | undefined
}
