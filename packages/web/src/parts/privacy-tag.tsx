import type { FileView } from '@varve/server/types'
import { privacyWords } from '../view-model/files/privacy-words.ts'
import './button.css'

/** That a file may not go everywhere; nothing for one that may. */
export function PrivacyTag({ privacy }: { readonly privacy: FileView['privacy'] }) {
  if (privacy === undefined) return null
  const { word, meaning } = privacyWords(privacy)
  return (
    <span className="tag" title={meaning}>
      {word}
    </span>
  )
}
