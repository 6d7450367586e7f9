import { useMemo } from 'react'
import { parseUnified } from '../view-model/text/parse-unified.ts'
import { DiffLines } from './diff-lines.tsx'

/** A unified diff as the server writes it. */
export function UnifiedDiff({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = useMemo(() => parseUnified(text), [text])
  return rows.length === 0 ? (
    <p className="faint">{text}</p>
  ) : (
    <DiffLines rows={rows} left={0} label={label} />
  )
}
