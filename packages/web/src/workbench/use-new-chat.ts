import type { ChatSettingsView, ChatView, SettingsRequest } from '@varve/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { fetchChatAnew } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { tellTabs } from '../api/tabs.ts'
import { WebError } from '../parts/web-error.ts'
import { parseWorkspacePath } from '../api/address.ts'
import { readSetting, type SettingName, writeSetting } from '../setting.ts'

export interface NewChat {
  /** The chat prepared for the first message, if there is one. */
  readonly id: string | undefined
  /** Which one it is: another number for each chat that is begun. */
  readonly count: number
  /** Makes it when it is first needed: a forecast needs an id before anything is sent. */
  readonly ensure: () => Promise<string>
  /** For the first message: a chat that certainly has none yet. Another tab may have used the one at hand. */
  readonly claim: () => Promise<string>
  /** Whether text typed into a new chat belongs to this one: no other was started since. */
  readonly isAtHand: (chat: string) => boolean
  /** This one has its first message: the next new chat is another one. */
  readonly release: (chat: string) => void
  /**
   * Whatever was set for the one at hand, such as its project, does not hold for what is typed from now on. Where its
   * first message is on its way, it holds for that.
   */
  readonly beginAnew: (isBeingSent: boolean) => void
}

/** At most one chat without a message exists, remembered across reloads, and only once something was typed. */
export function useNewChat(): NewChat {
  const [id, setId] = useState(() => readSetting(settingName()))
  const atHand = useRef(id)
  const [count, setCount] = useState(0)
  const making = useRef<Promise<string>>(undefined)
  const client = useQueryClient()
  return useMemo(() => {
    const keep = (chat: string | undefined) => {
      writeSetting(settingName(), chat)
      atHand.current = chat
      setId(chat)
    }
    const make = async () => {
      const known = readSetting(settingName())
      return known !== undefined && (await isUnused(known)) ? known : (await routes.createChat()).id
    }
    const letGo = () => {
      making.current = undefined
      keep(undefined)
      setCount((before) => before + 1)
    }
    const wait = (made: Promise<string>) => {
      making.current = made
      const isCurrent = () => making.current === made
      made.then(
        (chat) => isCurrent() && keep(chat),
        // A failed attempt is not remembered: the next one tries again.
        () => isCurrent() && (making.current = undefined),
      )
      return made
    }
    const ensure = () => making.current ?? wait(make())
    const makePlain = async (known: string | undefined) => {
      const isPlain = known !== undefined && (await isPlainNow(client, known))
      const chat = isPlain ? known : (await routes.createChat()).id
      void client.invalidateQueries({ queryKey: keys.forecast })
      return chat
    }
    const isAtHand = (chat: string) => atHand.current === chat
    const release = (chat: string) => {
      if (isAtHand(chat)) letGo()
    }
    const beginAnew = (isBeingSent: boolean) => {
      const known = readSetting(settingName())
      if (known === undefined && making.current === undefined) return
      // One for which something is just being set is left to that: it could not be said when it is plain.
      const isTaken = isBeingSent || client.isMutating({ mutationKey: keys.changeSettings }) > 0
      // Nobody may use it until it is reset; if that fails, another one is created.
      letGo()
      void wait(makePlain(isTaken ? undefined : known))
    }
    const claim = async () => {
      const chat = await ensure()
      // Starting another chat doesn't affect the message being sent.
      if (await isUnused(chat)) return chat
      release(chat)
      return ensure()
    }
    return { id, count, ensure, claim, isAtHand, release, beginAnew }
  }, [id, count, client])
}

/** Each workspace has its own; a chat of another one would not be found here. */
function settingName(): SettingName {
  const workspace = parseWorkspacePath(location.pathname)
  return workspace === undefined ? 'varve.new-chat' : `varve.new-chat:${workspace}`
}

/** Makes it so where it has no message yet. */
async function isPlainNow(client: QueryClient, id: string): Promise<boolean> {
  const chat = await findUnused(id)
  if (!chat) return false
  const change = plainAgain(chat.settings)
  if (!change) return true
  await routes.changeSettings(id, change)
  await fetchChatAnew(client, id)
  tellTabs(id)
  return true
}

async function isUnused(id: string): Promise<boolean> {
  return (await findUnused(id)) !== undefined
}

async function findUnused(id: string): Promise<ChatView | undefined> {
  try {
    const chat = await routes.chat(id)
    return chat.turns.length === 0 ? chat : undefined
  } catch (error) {
    if (error instanceof WebError && error.code === 'not-found') return undefined
    throw error
  }
}

/** The settings change that removes a chat's agent and project; undefined if it has none. */
export function plainAgain(settings: ChatSettingsView): SettingsRequest | undefined {
  const { agent, project, runner, mode } = settings
  const isPlain = [agent, project, runner, mode].every((setting) => setting === undefined)
  return isPlain ? undefined : { agent: null, project: null, runner: null, mode: null }
}
