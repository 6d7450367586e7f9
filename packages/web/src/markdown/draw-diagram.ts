import { basePath } from '../api/address.ts'
import { t } from '../i18n/t.ts'

/** What the frame is asked, and what it says. */
interface DiagramResponse {
  readonly id: number
  readonly svg?: string
  readonly problem?: string
}

/** A diagram that takes longer is given up, and its frame with it. */
const PATIENCE_MILLISECONDS = 15_000
const LONGEST = 20_000
const MOST_KEPT = 100

let frame: Promise<HTMLIFrameElement> | undefined
let asked = 0
/** Pictures that were drawn, so that scrolling back to one does not draw it again. */
const kept = new Map<string, Promise<string>>()

/** The address of the picture of a diagram. An image runs no script and loads nothing, whatever it holds. */
export function drawDiagram(source: string, isDark: boolean): Promise<string> {
  const key = `${isDark ? 'dark' : 'light'} ${source}`
  const known = kept.get(key)
  if (known) return known
  const drawn = source.length > LONGEST ? Promise.reject(new Error('it is too long.')) : draw(source, isDark)
  kept.set(key, drawn)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return drawn
}

async function draw(source: string, isDark: boolean): Promise<string> {
  frame ??= openFrame()
  const { contentWindow } = await frame
  asked += 1
  const id = asked
  const response = await new Promise<DiagramResponse>((resolve) => {
    const end = (said: DiagramResponse) => {
      clearTimeout(timer)
      removeEventListener('message', receive)
      resolve(said)
    }
    const receive = ({ source: from, data }: MessageEvent<unknown>) => {
      const said = from === contentWindow ? parseResponse(data) : undefined
      if (said?.id === id) end(said)
    }
    const timer = setTimeout(() => {
      closeFrame()
      end({ id, problem: 'it takes too long.' })
    }, PATIENCE_MILLISECONDS)
    addEventListener('message', receive)
    // The frame has no origin of its own that could be named.
    contentWindow?.postMessage({ id, source, isDark }, '*')
  })
  if (response.svg === undefined) throw new Error(response.problem ?? 'its source can’t be read.')
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(response.svg)}`
}

/** It has no origin, no network, no storage, and nothing of the page but the source of a diagram. */
function openFrame(): Promise<HTMLIFrameElement> {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts')
  element.className = 'diagram-frame'
  element.title = t('Draws diagrams')
  element.tabIndex = -1
  element.ariaHidden = 'true'
  element.src = `${basePath()}/diagram.html`
  document.body.append(element)
  return new Promise((resolve) => element.addEventListener('load', () => resolve(element), { once: true }))
}

function closeFrame(): void {
  document.querySelector('.diagram-frame')?.remove()
  frame = undefined
}

/** The frame holds what a model wrote: what it says is read as anyone's. */
function parseResponse(data: unknown): DiagramResponse | undefined {
  if (typeof data !== 'object' || data === null || !('id' in data) || typeof data.id !== 'number')
    return undefined
  const svg = 'svg' in data && typeof data.svg === 'string' ? { svg: data.svg } : {}
  const problem = 'problem' in data && typeof data.problem === 'string' ? { problem: data.problem } : {}
  return { id: data.id, ...svg, ...problem }
}
