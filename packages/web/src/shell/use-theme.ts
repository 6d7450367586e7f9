import { useState } from 'react'
import { useMediaQuery } from '../parts/use-media-query.ts'
import { writeSetting } from '../parts/setting.ts'

export type Theme = 'light' | 'dark'

/** The theme in force, and how to switch it. Until someone switches, the system decides. */
export function useTheme(): { readonly theme: Theme; readonly switchTheme: () => void } {
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const [chosen, setChosen] = useState(() => parseTheme(document.documentElement.dataset['theme']))
  const theme = chosen ?? (systemIsDark ? 'dark' : 'light')
  const switchTheme = () => {
    const next = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset['theme'] = next
    writeSetting('varve.theme', next)
    setChosen(next)
  }
  return { theme, switchTheme }
}

function parseTheme(value: string | undefined): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined
}
