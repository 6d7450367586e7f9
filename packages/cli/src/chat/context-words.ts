import type { InspectionView } from '@varve/contract'
import type { Paint, Style } from '../paint.ts'
import { inOneLine, plainText, showCount, showMoney, showShare } from '../text.ts'

/** Told apart by their sign as well, where there is no colour. */
const LOOKS: Readonly<Record<string, readonly [sign: string, style: Style]>> = {
  L1: ['█', 'blue'],
  L2: ['▓', 'green'],
  L3: ['▒', 'yellow'],
  L4: ['░', 'cyan'],
  L5: ['■', 'red'],
}

const LARGEST = 5

/** The layers of a request as a bar, with what is in them and what it was expected to cost. */
export function contextWords(
  { layers, totalTokens, budgetTokens, predicted, omissions }: InspectionView,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string {
  const shown = layers.filter(({ tokens }) => tokens > 0)
  const sum = shown.reduce((all, { tokens }) => all + tokens, 0)
  const bar = shown.map(({ id, tokens }) => {
    const [sign, style] = LOOKS[id] ?? ['█', 'dim']
    return paint(style, sign.repeat(Math.max(1, Math.round((width * tokens) / Math.max(1, sum)))))
  })
  const lines = shown.map(({ id, title, tokens, summary }) => {
    const [sign, style] = LOOKS[id] ?? ['█', 'dim']
    const name = `${id} ${title}`.padEnd(16)
    return `${paint(style, sign)} ${name}${showCount(tokens).padStart(9)}  ${paint('dim', inOneLine(summary))}`
  })
  const largest = layers
    .flatMap((layer) => layer.segments.map((segment) => ({ ...segment, layer: layer.id })))
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, LARGEST)
    .map(({ layer, name, label, tokens }) =>
      plainText(`  ${layer}  ${showCount(tokens).padStart(9)}  ${inOneLine(name)}  (${inOneLine(label)})`),
    )
  const { input, cached, costUSD } = predicted
  return [
    bar.join(''),
    ...lines,
    '',
    `${showCount(totalTokens)} of ${showCount(budgetTokens)} tokens. Forecast: ${showCount(input - cached)} new, ${showCount(cached)} from cache (${showShare(cached, input)}), ${costUSD === 0 ? 'free' : showMoney(costUSD)}.`,
    'Largest:',
    ...largest,
    ...(omissions.length === 0 ? [] : [`Left out: ${omissions.map(({ key }) => plainText(key)).join(', ')}`]),
  ].join('\n')
}
