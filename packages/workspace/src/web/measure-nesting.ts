import { scanHtml } from './scan-html.ts'

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/
/** Closed by their next sibling, so that many open ones are not deep. */
const IMPLIED = /^(?:p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|optgroup|colgroup|caption|rp|rt)$/

/** Whether elements stand more than `limit` deep in each other. */
export function isNestedDeeper(html: string, limit: number): boolean {
  const open: string[] = []
  for (const token of scanHtml(html)) {
    if (token.kind === 'open' && !VOID.test(token.name) && !IMPLIED.test(token.name)) open.push(token.name)
    else if (token.kind === 'close') {
      const match = open.lastIndexOf(token.name)
      if (match !== -1) open.length = match
    }
    if (open.length > limit) return true
  }
  return false
}
