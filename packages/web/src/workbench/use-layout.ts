import { useMemo } from 'react'
import { useMediaQuery } from '../parts/hooks.ts'

export interface Layout {
  readonly sidebar: 'full' | 'rail' | 'drawer'
  readonly inspector: 'docked' | 'side' | 'sheet'
}

/** How much fits side by side at this width. */
export function useLayout(): Layout {
  const phone = useMediaQuery('(max-width: 719px)')
  const narrow = useMediaQuery('(max-width: 1099px)')
  const medium = useMediaQuery('(max-width: 1279px)')
  return useMemo(
    () => ({
      sidebar: phone ? 'drawer' : medium ? 'rail' : 'full',
      inspector: phone ? 'sheet' : narrow ? 'side' : 'docked',
    }),
    [phone, narrow, medium],
  )
}
