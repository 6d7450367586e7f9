import type { GuardQuestionView, PassageView } from '@varve/contract'
import { language, t } from '../i18n/t.ts'

/** What can go wrong between the page and its server. */
export type WebErrorCode =
  /** No answer at all. */
  | 'unreachable'
  /** The server does not know this browser. */
  | 'signed-out'
  | 'not-found'
  /** The server understood and said no; the message is its reason. */
  | 'refused'
  /** The server failed, or answered something that is not of this API. */
  | 'broken'

interface WebErrorOptions {
  readonly serverCode?: string
  readonly guard?: GuardQuestionView
  readonly passages?: readonly PassageView[]
  readonly cause?: unknown
}

export class WebError extends Error {
  readonly code: WebErrorCode
  /** The server's own code, where it gave one. */
  readonly serverCode: string | undefined
  /** What the guard found, where that is why. */
  readonly guard: GuardQuestionView | undefined
  /** What Varve found in the notes and would send, where that is why. */
  readonly passages: readonly PassageView[] | undefined

  /** The server did not refuse: it said nothing. */
  get isTimeout(): boolean {
    return this.cause instanceof DOMException && this.cause.name === 'TimeoutError'
  }

  constructor(code: WebErrorCode, message: string, options?: WebErrorOptions) {
    super(message, { cause: options?.cause })
    this.name = 'WebError'
    this.code = code
    this.serverCode = options?.serverCode
    this.guard = options?.guard
    this.passages = options?.passages
  }
}

/** What happened, and what to do about it. */
export interface ErrorAdvice {
  readonly what: string
  readonly todo: string
}

/** What a server says in English with names and numbers, in fewer words for the other languages. */
const IN_SHORT: Readonly<Record<string, string>> = {
  'answer-not-found': t('There is no such answer.'),
  'chat-not-found': t('There is no such chat.'),
  'chat-trashed': t('This chat is in the trash.'),
  'file-changed': t('The file has changed since you opened it.'),
  'file-not-found': t('There is no such file.'),
  'folder-refused': t('This folder can’t be opened.'),
  'key-invalid': t('This key doesn’t work.'),
  'message-empty': t('There is nothing to send.'),
  'model-unavailable': t('This model is not available.'),
  'path-refused': t('This path can’t be used.'),
  'title-empty': t('A name is needed.'),
  'workspace-not-found': t('There is no such workspace.'),
}

function said({ serverCode = '', message }: WebError): string {
  return language === 'en' || !Object.hasOwn(IN_SHORT, serverCode)
    ? message
    : (IN_SHORT[serverCode] ?? message)
}

export function adviseOn(error: unknown): ErrorAdvice {
  if (!(error instanceof WebError))
    return { what: error instanceof Error ? error.message : String(error), todo: t('Reload the page.') }
  switch (error.code) {
    case 'unreachable':
      return {
        what: t('Varve isn’t responding.'),
        todo: t('Check in the terminal that it is running, then try again.'),
      }
    case 'signed-out':
      return {
        what: t('This page is no longer signed in.'),
        todo: t('Run "varve open" in a terminal, then come back here.'),
      }
    case 'not-found':
      return adviseOnMissing(error)
    case 'refused':
      return adviseOnRefusal(error)
    case 'broken':
      return { what: error.message, todo: t('Try again. The terminal shows details.') }
    default:
      return error.code satisfies never
  }
}

function adviseOnMissing(error: WebError): ErrorAdvice {
  const message = said(error)
  switch (error.serverCode) {
    case 'chat-trashed':
      return { what: message, todo: t('Restore it to continue. Your text is kept.') }
    case 'workspace-not-found':
      return {
        what: message,
        todo: t('The address may be wrong, or the workspace is no longer in the list.'),
      }
    default:
      return { what: message, todo: t('It may have been deleted or renamed.') }
  }
}

/** Also for what had to wait, once it need not any more. */
export const WENT_ON: ErrorAdvice = {
  what: t('This chat was continued in another tab.'),
  todo: t('Read its newer turns above, then send again.'),
}

/** Most of what is refused can be changed; what another tab did can only be waited for or read. */
function adviseOnRefusal(error: WebError): ErrorAdvice {
  const message = said(error)
  switch (error.serverCode) {
    case 'answer-running':
      return {
        what: t('This chat was continued in another tab, and an answer is being written there.'),
        todo: t('Wait until it is finished, then send.'),
      }
    case 'chat-changed':
      return WENT_ON
    case 'unrecorded':
      return { what: message, todo: '' }
    case 'does-not-fit':
      return { what: message, todo: t('Make room for it, then send again.') }
    default:
      return { what: message, todo: t('Change it and try again.') }
  }
}

/** The server of this page was started again: every further call is refused until someone signs in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof WebError && error.code === 'signed-out'
}

/** The address of the page names a workspace that the server does not have. */
export function isNoWorkspace(error: unknown): boolean {
  return error instanceof WebError && error.serverCode === 'workspace-not-found'
}

/** The chat can only be restored. */
export function isTrashed(error: unknown): boolean {
  return error instanceof WebError && error.serverCode === 'chat-trashed'
}

/** What the user may do about sources of a chat that are no longer recorded. */
export type UnrecordedChoice = 'allow' | 'forget'

const UNRECORDED: Readonly<Record<UnrecordedChoice, string>> = {
  allow: t('Allow and send'),
  forget: t('Forget and send'),
}

interface WayOut {
  readonly label: string
  readonly run: () => void
}

/** The buttons of a toast that send again with a choice; none where something else went wrong. */
export function unrecordedWays(
  error: unknown,
  choices: readonly UnrecordedChoice[],
  sendWith: (choice: UnrecordedChoice) => void,
): { readonly action?: WayOut; readonly other?: WayOut } {
  if (!(error instanceof WebError) || error.serverCode !== 'unrecorded') return {}
  const [action, other] = choices.map((choice) => ({
    label: UNRECORDED[choice],
    run: () => sendWith(choice),
  }))
  return { ...(action ? { action } : {}), ...(other ? { other } : {}) }
}

/** The server is unreachable or doesn't accept this page: shown once, since it affects every call. */
export function isOfServer(error: unknown): boolean {
  return error instanceof WebError && (error.code === 'unreachable' || error.code === 'signed-out')
}

/** What the user has to decide before it is sent; undefined where something else went wrong. */
export function questionIn(error: unknown): SendQuestion | undefined {
  if (!(error instanceof WebError)) return undefined
  const { serverCode, guard, passages } = error
  if (serverCode === 'guard-findings' && guard) return { kind: 'guard', question: guard }
  return serverCode === 'passages-undecided' && passages ? { kind: 'passages', passages } : undefined
}

export type SendQuestion =
  /** Private data was found in it. */
  | { readonly kind: 'guard'; readonly question: GuardQuestionView }
  /** Passages of notes would go to a cloud model. */
  | { readonly kind: 'passages'; readonly passages: readonly PassageView[] }

/** An answer runs in the chat: what was asked for has to wait for its end. */
export function hasToWait(error: unknown): boolean {
  return error instanceof WebError && error.serverCode === 'answer-running'
}

/** Another tab has changed the chat: what is on screen is old. */
export function isOutdated(error: unknown): boolean {
  return (
    error instanceof WebError &&
    (error.serverCode === 'answer-running' ||
      error.serverCode === 'chat-changed' ||
      error.serverCode === 'chat-trashed')
  )
}
