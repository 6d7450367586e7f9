import { useMemo, useRef, useState } from 'react'
import { routes } from '../api/routes.ts'
import { WebError } from '../api/web-error.ts'
import { parseWorkspacePath } from '../api/workspace-api.ts'
import { readSetting, type SettingName, writeSetting } from '../parts/setting.ts'

export interface NewChat {
  /** The chat that stands ready for the first message, if one was made. */
  readonly id: string | undefined
  /** Makes it when it is first needed: a forecast needs an id before anything is sent. */
  readonly ensure: () => Promise<string>
  /** For the first message: a chat that certainly has none yet. Another tab may have used the one at hand. */
  readonly claim: () => Promise<string>
  /** It has its first message: the next new chat is another one. */
  readonly release: () => void
}

/** At most one chat without a message exists, remembered across reloads, and only once something was typed. */
export function useNewChat(): NewChat {
  const [id, setId] = useState(() => readSetting(settingName()))
  const making = useRef<Promise<string>>(undefined)
  return useMemo(() => {
    const keep = (chat: string | undefined) => {
      writeSetting(settingName(), chat)
      setId(chat)
    }
    const make = async () => {
      const known = readSetting(settingName())
      const chat = known !== undefined && (await isUnused(known)) ? known : (await routes.createChat()).id
      keep(chat)
      return chat
    }
    const release = () => {
      making.current = undefined
      keep(undefined)
    }
    const ensure = () => {
      const made = making.current ?? make()
      making.current = made
      // A failed attempt is not remembered: the next one tries again.
      made.catch(() => (making.current = undefined))
      return made
    }
    const claim = async () => {
      if (!(await isUnused(await ensure()))) release()
      return ensure()
    }
    return { id, ensure, claim, release }
  }, [id])
}

/** Each workspace has its own; a chat of another one would not be found here. */
function settingName(): SettingName {
  const workspace = parseWorkspacePath(location.pathname)
  return workspace === undefined ? 'varve.new-chat' : `varve.new-chat:${workspace}`
}

async function isUnused(id: string): Promise<boolean> {
  try {
    return (await routes.chat(id)).turns.length === 0
  } catch (error) {
    if (error instanceof WebError && error.code === 'not-found') return false
    throw error
  }
}
