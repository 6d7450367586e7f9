import { redactText } from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { NEW_CHAT_TITLE } from './new-chat-title.ts'
import { isHiddenUnasked, readGuardPolicy } from './guard-policy.ts'
import { NO_REDACTION, type Redaction } from './redaction.ts'

export interface WordsToName {
  readonly workspaceId: string
  readonly text: string
  /** What the conversation has placeholders for. */
  readonly redaction?: Pick<Redaction, 'state' | 'types'> | undefined
}

/** Longer than any title; no need to scan a whole book for one. */
const LONGEST = 2000
/** Shorter values are parts of other words. */
const SHORTEST_KNOWN = 4

/**
 * Words that a chat is named by, with placeholders for private data anyone who answers and whatever was decided about
 * the message: a title becomes a file name, a tab, a line in a list.
 */
export async function privateTitle(
  context: AppContext,
  { workspaceId, text, redaction = NO_REDACTION }: WordsToName,
): Promise<string> {
  const { policy } = await readGuardPolicy(context.store, workspaceId)
  const words = text.slice(0, LONGEST)
  try {
    const findings = context.scans
      .scan(words, policy)
      .filter((finding) => redaction.types.includes(finding.type) || isHiddenUnasked(finding, policy))
    const { text: redacted } = redactText(redaction.state, words, findings)
    return hideKnown(redacted, redaction)
  } catch {
    // Rules that cannot be used hide nothing, so nothing is shown.
    return NEW_CHAT_TITLE
  }
}

/** A value may be known from another part of the conversation with more context. */
export function hideKnown(title: string, { state }: Pick<Redaction, 'state'>): string {
  return Object.entries(state.values)
    .filter(([, value]) => value.length >= SHORTEST_KNOWN)
    .reduce((hidden, [placeholder, value]) => hidden.replaceAll(value, placeholder), title)
}
