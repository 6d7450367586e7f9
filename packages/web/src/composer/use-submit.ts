import type { ChatView, ForecastView } from '@varve/server/types'
import { overByAll } from '../view-model/composer/forecast-models.ts'
import { isCompactCommand } from '../view-model/composer/is-compact-command.ts'
import { formatTokensShort } from '../view-model/text/format-tokens.ts'
import type { Draft } from '../workbench/draft.ts'
import type { ChosenModels } from '../workbench/use-chosen-models.ts'
import { useSend } from '../workbench/use-send.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { useCompact } from './use-compact.ts'
import { useOnceReady } from './use-once-ready.ts'
import { type SendAfter, useSendAfter } from './use-send-after.ts'
import type { PendingUpload } from './use-uploads.ts'

interface SubmitInput {
  readonly chat: ChatView | undefined
  readonly draft: Draft
  readonly chosen: ChosenModels
  readonly forecast: ForecastView | undefined
  /** Files on their way, and those that could not be added. */
  readonly uploads: readonly PendingUpload[]
  readonly answering: boolean
  /** Takes the text of a command away, once it was done. */
  readonly clear: () => void
}

export interface Submit {
  readonly canSend: boolean
  /** Why not, where something else than the text stands in the way. */
  readonly reason: string | undefined
  readonly send: () => void
  /** What Enter does: while an answer runs or a file is uploaded, the message waits for that. */
  readonly enter: () => void
  readonly after: SendAfter
}

/** What becomes of the draft: it is sent, now or after the answer that runs, or it is a command and done. */
export function useSubmit({
  chat,
  draft,
  chosen: { models, pending },
  forecast,
  uploads,
  answering,
  clear,
}: SubmitInput): Submit {
  const { chatId } = useWorkbench()
  const send = useSend()
  const { compact } = useCompact()
  const modelIds = models.map(({ id }) => id)
  const { remoteImages = [], agentModel: called } = forecast ?? {}
  const overBy = overByAll(forecast)
  const canAnswer = called !== undefined || models.every(({ ready }) => ready)
  const uploading = uploads.filter(({ state }) => state.kind === 'running').length
  const isReady = !answering && !pending && canAnswer
  const canSend = draft.text.trim() !== '' && isReady && overBy === undefined
  const isCommand = isCompactCommand(draft.text)
  const submit = useOnceReady({
    loading: pending || (chatId !== undefined && !chat),
    about: draft,
    act: () => {
      if (isCommand) void compact(modelIds[0]).then((isDone) => isDone && clear())
      else if (canSend && uploading === 0) void send(draft, { modelIds, remoteImages })
    },
  })
  const status = chat?.turns.at(-1)?.answer.status
  const after = useSendAfter({ chatId, draft, answering, uploads, status, send: submit })
  const submitOrWait = uploading > 0 && !isCommand ? after.wait : submit
  return {
    canSend: canSend || isCommand,
    reason: whyNot(overBy, uploading),
    send: submitOrWait,
    enter: answering && !isCommand ? after.wait : submitOrWait,
    after,
  }
}

function whyNot(overBy: number | undefined, uploading: number): string | undefined {
  if (uploading > 0) return `Uploading ${uploading} ${uploading === 1 ? 'file' : 'files'}`
  return overBy === undefined ? undefined : `${formatTokensShort(overBy)} over`
}
