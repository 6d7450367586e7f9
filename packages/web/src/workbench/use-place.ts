import { useMemo, useState, useSyncExternalStore } from 'react'
import { parsePlace, type Place } from './place.ts'

/** Where one is, and the chat one comes from or is in: looking at files does not leave it. */
export function usePlace(): { readonly place: Place; readonly chatId: string | undefined } {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const place = useMemo(() => parsePlace(hash), [hash])
  const [chatId, setChatId] = useState(place.kind === 'chat' ? place.id : undefined)
  if (place.kind === 'chat' && place.id !== chatId) setChatId(place.id)
  return { place, chatId: place.kind === 'chat' ? place.id : chatId }
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
