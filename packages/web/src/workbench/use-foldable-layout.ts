import { type Dispatch, useMemo, useState } from 'react'
import { readSetting, writeSetting } from '../parts/setting.ts'
import { type Layout, useLayout } from '../shell/use-layout.ts'
import type { WorkbenchAction } from './workbench-state.ts'

interface FoldableLayout {
  readonly layout: Layout
  /** Folds the sidebar to a rail, or unfolds it; where there is no room for it, its chats open over the page. */
  readonly toggleSidebar: () => void
}

/** The layout that the window allows, with the sidebar as one left it. */
export function useFoldableLayout(dispatch: Dispatch<WorkbenchAction>): FoldableLayout {
  const widest = useLayout()
  const [isFolded, setFolded] = useState(() => readSetting('varve.sidebar') === 'rail')
  return useMemo(() => {
    if (widest.sidebar !== 'full')
      return { layout: widest, toggleSidebar: () => dispatch({ kind: 'dialog', dialog: 'chats' }) }
    return {
      layout: isFolded ? { ...widest, sidebar: 'rail' } : widest,
      toggleSidebar: () => {
        writeSetting('varve.sidebar', isFolded ? undefined : 'rail')
        setFolded(!isFolded)
      },
    }
  }, [widest, isFolded, dispatch])
}
