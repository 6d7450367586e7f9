import { useEffect, useRef } from 'react'
import { parseWorkspacePath } from '../api/workspace-api.ts'
import { writeDrafts } from './stored-drafts.ts'
import type { WorkbenchState } from './workbench-state.ts'

const QUIET_MILLISECONDS = 300

/** Keeps the drafts for a reload, a moment after the last key: a long one takes its time. Leaving does not wait. */
export function useStoredDrafts(drafts: WorkbenchState['drafts']): void {
  const due = useRef<() => void>(undefined)
  useEffect(() => {
    const workspace = parseWorkspacePath(location.pathname)
    const write = () => {
      due.current = undefined
      writeDrafts(workspace, drafts)
    }
    due.current = write
    const timer = setTimeout(write, QUIET_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [drafts])
  useEffect(() => {
    const writeNow = () => due.current?.()
    addEventListener('pagehide', writeNow)
    return () => {
      removeEventListener('pagehide', writeNow)
      writeNow()
    }
  }, [])
}
