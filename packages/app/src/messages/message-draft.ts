import type { ChatPlace } from '../chats/require-chat.ts'
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
  /** In place of the areas that were detected, as `pack/id`. */
  readonly areas?: readonly string[] | undefined
  /** In place of the places that the message names, as `US-CA`. */
  readonly jurisdictions?: readonly string[] | undefined
  readonly modelId?: string | undefined
  /** Several models answer side by side; the first completed in this order continues the thread. */
  readonly modelIds?: readonly string[] | undefined
}
