import type { ForecastView, SendRequest } from '@varve/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import type { MarkedText } from '../view-model/composer/moved-marks.ts'
import { attachedAs, type Draft, isEmptyDraft, modelsOf } from '../view-model/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

export interface Forecast {
  readonly data: ForecastView | undefined
  /** It was worked out for others than who would answer now: what they cost says nothing about these. */
  readonly isOfOthers: boolean
  /** What is private in the message, and the message that this was found in. */
  readonly marked: MarkedText | undefined
  readonly error: unknown
  /** Forecasts again, once the cache has gone cold. */
  readonly renew: () => void
}

interface ForecastInput {
  readonly draft: Draft
  /** The open note. */
  readonly active: string | undefined
  readonly modelIds: readonly string[]
  /** The chat's current position: each turn and each choice changes the cost of the next message. */
  readonly head: string
  /**
   * While an answer runs, and before the chat is loaded, its models aren't known; a forecast would have to be
   * repeated.
   */
  readonly paused: boolean
}

const QUIET_MILLISECONDS = 300
/** A question more or less: what comes before it has been read. */
export const FEW_TOKENS = 300
/** Looks at what a model of one's own has read ahead. */
const MOST_LOOKS = 4

/** What the next send would cost, asked a moment after the last key. */
export function useForecast({ draft, active, modelIds, head, paused }: ForecastInput): Forecast {
  const { chatId, newChat } = useWorkbench()
  const input = useQuiet(draft, chatId)
  const body = bodyToForecast(input, active, modelIds)
  const of = modelIds.join(' ')
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.forecast, chatId ?? 'new', head, body],
    queryFn: async ({ signal }) => ({
      text: body.text,
      of,
      view: await routes.forecast(chatId ?? (await newChat.ensure()), body, signal),
    }),
    // A new chat costs nothing until something is in it; making one for that would leave empty chats behind.
    enabled: !paused && (chatId !== undefined || !isEmptyDraft(input)),
    // This chat's last figures stay until the new ones arrive; another chat's are dropped.
    placeholderData: (before, query) => (query?.queryKey[1] === (chatId ?? 'new') ? before : undefined),
    refetchInterval: ({ state: { data: last, dataUpdateCount } }) => {
      const { tokens = 0, seconds = 1 } = last?.view.reading ?? {}
      return tokens >= FEW_TOKENS && dataUpdateCount < MOST_LOOKS && (seconds + 1) * 1000
    },
    staleTime: 0,
    gcTime: 10_000,
    retry: false,
  })
  const known = chatId !== undefined || !isEmptyDraft(input)
  const { text = '', of: others = of, view } = (known ? data : undefined) ?? {}
  const marks = view?.marks
  const marked = useMemo(() => (marks ? { text, marks } : undefined), [text, marks])
  return {
    data: view,
    isOfOthers: others !== of,
    marked,
    error: known ? error : undefined,
    renew: () => void refetch(),
  }
}

/** A draft as a forecast is asked for it. */
export function bodyToForecast(
  draft: Draft,
  active: string | undefined,
  modelIds: readonly string[],
): SendRequest {
  return {
    text: draft.text,
    attach: attachedAs(draft),
    ...(draft.allowExtracts ? { allowExtracts: true } : {}),
    ...(draft.leaveOut ? { leaveOut: draft.leaveOut } : {}),
    ...(draft.passages ? { passages: draft.passages } : {}),
    ...(active === undefined ? {} : { active }),
    ...(draft.areas ? { areas: draft.areas } : {}),
    ...(draft.jurisdictions ? { jurisdictions: draft.jurisdictions } : {}),
    ...modelsOf(modelIds),
  }
}

/** The draft as it was when typing last paused in its chat; what is typed in another one says nothing about this. */
function useQuiet(draft: Draft, chatId: string | undefined): Draft {
  const [quiet, setQuiet] = useState({ draft, chatId })
  useEffect(() => {
    const timer = setTimeout(() => setQuiet({ draft, chatId }), QUIET_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [draft, chatId])
  // Before rendering: typing continues immediately.
  if (quiet.chatId !== chatId) setQuiet({ draft, chatId })
  return quiet.chatId === chatId ? quiet.draft : draft
}
