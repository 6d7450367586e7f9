import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { keys } from '../api/queries.ts'
import { routes } from '../api/routes.ts'

export interface NewChat {
  /** The chat that stands ready for the first message, if one was made. */
  readonly id: string | undefined
  /** Makes it when it is first needed: a forecast needs an id, and so does the first message. */
  readonly ensure: () => Promise<string>
  /** It has its first message: the next new chat is another one. */
  readonly release: () => void
}

/** At most one chat without a message exists, and only once something was typed. */
export function useNewChat(): NewChat {
  const client = useQueryClient()
  const [id, setId] = useState<string>()
  const making = useRef<Promise<string>>(undefined)
  const ensure = useCallback(() => {
    making.current ??= routes.createChat().then(
      (chat) => {
        client.setQueryData(keys.chat(chat.id), chat)
        setId(chat.id)
        return chat.id
      },
      (error: unknown) => {
        making.current = undefined
        throw error
      },
    )
    return making.current
  }, [client])
  const release = useCallback(() => {
    making.current = undefined
    setId(undefined)
  }, [])
  return useMemo(() => ({ id, ensure, release }), [id, ensure, release])
}
