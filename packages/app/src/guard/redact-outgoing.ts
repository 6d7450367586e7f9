import { type Finding, redactText, restoreText } from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { isGuardedAgainst } from './guard-draft.ts'
import { isHiddenUnasked, readGuardPolicy, requireReadable } from './guard-policy.ts'
import { loadRedaction } from './load-redaction.ts'
import { NO_REDACTION, type Redaction } from './redaction.ts'

export interface OutgoingText {
  readonly text: string
  /** What was decided about it, and what is behind its placeholders. */
  readonly redaction: Redaction
  /** Puts the values back into what comes of it. */
  readonly restore: (text: string) => string
}

export interface TextToSend extends ChatPlace {
  readonly audience: 'this-machine' | 'cloud'
  readonly text: string
  /** The turn up to which the conversation has placeholders. */
  readonly turnId: string | undefined
}

/**
 * What leaves beside the turns of a chat, such as the words that a title is made from. Nobody is asked for so
 * little: everything that a person would be asked about is redacted, and what the workspace redacts always.
 */
export async function redactOutgoing(context: AppContext, toSend: TextToSend): Promise<OutgoingText> {
  const { text, workspaceId, turnId } = toSend
  const stored = await readGuardPolicy(context.store, workspaceId)
  const { policy } = stored
  if (!isGuardedAgainst(toSend, policy)) return { text, redaction: NO_REDACTION, restore: (words) => words }
  requireReadable(stored)
  try {
    const redaction = await loadRedaction(context, toSend, turnId)
    const isHidden = ({ type, severity }: Finding): boolean =>
      redaction.types.includes(type) || isHiddenUnasked({ type, severity }, policy)
    const findings = context.scans.scan(text, policy).filter(isHidden)
    const redacted = redactText(redaction.state, text, findings)
    return {
      text: redacted.text,
      redaction: { ...redaction, state: redacted.state },
      restore: (words) => restoreText(words, redacted.state.values),
    }
  } catch (error) {
    throw new AppError('guard-failed', 'The guard could not scan this. Nothing has been sent.', {
      cause: error,
    })
  }
}
