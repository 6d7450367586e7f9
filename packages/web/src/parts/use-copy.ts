import { useEffect, useState } from 'react'

/** Copies text, and says for a moment that it did. `onFail` hears of a browser that refuses. */
export function useCopy(onFail: (message: string) => void): {
  copied: boolean
  copy: (text: string) => void
} {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 1_600)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (text: string) => {
    const refused = () =>
      onFail('The browser does not allow copying here. Select the text and copy it by hand.')
    // Outside secure contexts there is no clipboard at all.
    if (!('clipboard' in navigator)) return refused()
    navigator.clipboard.writeText(text).then(() => setCopied(true), refused)
  }
  return { copied, copy }
}
