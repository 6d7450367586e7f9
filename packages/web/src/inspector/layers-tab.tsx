import type { Notice } from '@varve/contract/tables/notices'
import { noticeWords, t } from '../i18n/t.ts'
import './layers-tab.css'
import type { InspectionView, LayerId, LayerView, ModelView, OmissionView } from '@varve/contract'
import { useContext, useId, useState } from 'react'
import { useModels } from '../api/queries.ts'
import { countTokens, formatShare, formatTokens, shortHash } from '../view-model/text/format.ts'
import { Icon } from '../parts/icon.tsx'
import { keyLabel } from '../view-model/composer/describe-attachment.ts'
import { KeyTitlesContext } from './select-turn.ts'
import { assumedWords } from '../view-model/models/models.ts'
import { describeLayers } from '../view-model/thread/turns.ts'
import { LayerTag } from '../parts/chip.tsx'
import { SegmentRow } from './segment-row.tsx'

/** A slab below this share is too narrow for its name. */
const NAMED_SHARE = 0.07

interface LayersTabProps {
  readonly inspection: InspectionView
  readonly notices: readonly Notice[]
  /** Who was asked. */
  readonly modelId: string
}

/** The bar and the list beneath it, which is its legend: same order, colours and numbers. */
export function LayersTab({ inspection, notices, modelId }: LayersTabProps) {
  const { data: models = [] } = useModels()
  const [hot, setHot] = useState<LayerId>()
  const [open, setOpen] = useState<ReadonlySet<LayerId>>(() => openAtFirst(inspection))
  const toggle = (id: LayerId) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  if (inspection.totalTokens === 0)
    return (
      <p className="faint">
        {t('This turn was imported. What was sent to the model back then isn’t known.')}
      </p>
    )
  return (
    <>
      <p className="inspector-total figures">
        <b>{formatTokens(inspection.totalTokens)}</b>
        <span>{t('tokens of {budgetTokens}', { budgetTokens: formatTokens(inspection.budgetTokens) })}</span>
        <span
          className="mono"
          title={t('Content hash, the same for every model: {contentHash}', {
            contentHash: inspection.contentHash,
          })}
        >
          {shortHash(inspection.contentHash)}
        </span>
      </p>
      <LayerBar layers={inspection.layers} hot={hot} onHover={setHot} onOpen={toggle} />
      <div className="layer-list" data-dimmed={hot === undefined ? undefined : true}>
        {inspection.layers.map((layer) => (
          <LayerSection
            key={layer.id}
            layer={layer}
            turnNumber={inspection.turnNumber}
            total={inspection.totalTokens}
            open={open.has(layer.id)}
            hot={hot === layer.id}
            onToggle={() => toggle(layer.id)}
            onHover={setHot}
          />
        ))}
      </div>
      <OmissionList omissions={inspection.omissions} notices={notices} />
      <p className="budget-words faint">
        {budgetWords(
          inspection,
          models.find(({ id }) => id === modelId),
        )}
      </p>
    </>
  )
}

/** Where the budget of a request comes from, and why it was another one before. */
export function budgetWords(
  { budgetTokens }: Pick<InspectionView, 'budgetTokens'>,
  model: Pick<ModelView, 'name' | 'window' | 'unknown'> | undefined,
): string {
  if (!model || model.window <= budgetTokens) return ''
  const { name, window } = model
  return (
    t(
      '{name} takes {window} tokens. {kept} were kept free for its answer and because Varve estimates what the provider counts. Each reported count makes that better, so the budget changes between turns and models.',
      { name, window, kept: window - budgetTokens },
    ) + assumedWords(model)
  )
}

/** Notes are what one looks for: the library and this turn are open when they hold something. */
function openAtFirst({ layers }: InspectionView): ReadonlySet<LayerId> {
  const notes = layers.filter(({ id, segments }) => (id === 'L2' || id === 'L3') && segments.length > 0)
  return new Set(notes.map(({ id }) => id))
}

export interface OmissionListProps {
  readonly omissions: readonly OmissionView[]
  /** What was said under the message, such as that an attached note was not there. */
  readonly notices: readonly Notice[]
}

/** What was left out, with the reason and the size. Nothing is left out silently. */
export function OmissionList({ omissions, notices }: OmissionListProps) {
  const titles = useContext(KeyTitlesContext)
  if (omissions.length === 0 && notices.length === 0)
    return <p className="omission-none">{t('Nothing omitted.')}</p>
  return (
    <section className="omissions" aria-label={t('Omitted')}>
      <Icon name="warn" size={14} />
      <div>
        <Listed
          title={t('{count} omitted.', { count: omissions.length })}
          lines={omissions.map(({ key, reason, tokens }) => {
            const size = tokens > 0 ? ` (${countTokens(tokens)})` : ''
            return t('{what}: {details}', { what: keyLabel(key, titles.get(key)), details: t(reason) + size })
          })}
        />
        <Listed
          title={t('{count} {count|notice|notices} under the message.', { count: notices.length })}
          lines={notices.map(noticeWords)}
        />
      </div>
    </section>
  )
}

function Listed({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <b>{title}</b>
      <ul>
        {lines.map((line, place) => (
          <li key={place}>{line}</li>
        ))}
      </ul>
    </>
  )
}

interface LayerBarProps {
  readonly layers: readonly LayerView[]
  readonly hot: LayerId | undefined
  readonly onHover: (id: LayerId | undefined) => void
  readonly onOpen: (id: LayerId) => void
}

/** The request as one bar in proportion. For those who do not see it, it is a sentence; the list says the rest. */
function LayerBar({ layers, hot, onHover, onOpen }: LayerBarProps) {
  const total = layers.reduce((sum, { tokens }) => sum + tokens, 0)
  return (
    <div
      className="layer-bar"
      role="img"
      aria-label={describeLayers(byId(layers))}
      onPointerLeave={() => onHover(undefined)}
    >
      {layers
        .filter(({ tokens }) => tokens > 0)
        .map(({ id, tokens }) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- a shortcut for the pointer; the list beneath has the buttons
          <span
            key={id}
            className="layer-slab"
            data-layer={id}
            data-dim={hot !== undefined && hot !== id ? true : undefined}
            style={{ flexGrow: tokens }}
            onPointerEnter={() => onHover(id)}
            onClick={() => onOpen(id)}
          >
            {tokens / total >= NAMED_SHARE ? id : null}
          </span>
        ))}
    </div>
  )
}

function byId(layers: readonly LayerView[]): Record<LayerId, number> {
  const tokens: Record<LayerId, number> = { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 }
  for (const layer of layers) tokens[layer.id] = layer.tokens
  return tokens
}

/** In words that agree with the list beneath: what tools found and guidance count as well as what was attached. */
export function layerSummary({ id, segments, summary, count }: LayerView, turnNumber: number): string {
  if (id === 'L3' && segments.length > 0) return t('{count} {count|piece|pieces}', { count: segments.length })
  if (count === undefined || id === 'L5') return summary || (segments.length === 0 ? t('empty') : '')
  switch (id) {
    case 'L1':
      return count === turnNumber ? t('new in this turn') : t('same since turn {turn}', { turn: count })
    case 'L2':
      return count === 0 ? t('nothing kept yet') : t('{count} kept', { count })
    case 'L3':
      return t('nothing attached')
    case 'L4':
      return count === 0 ? t('no earlier turns') : t('{count} {count|turn|turns}', { count })
    default:
      return id satisfies never
  }
}

interface LayerSectionProps {
  readonly layer: LayerView
  readonly turnNumber: number
  readonly total: number
  readonly open: boolean
  readonly hot: boolean
  readonly onToggle: () => void
  readonly onHover: (id: LayerId | undefined) => void
}

/** One line of the legend; opened, it lists what the layer holds. */
function LayerSection({ layer, turnNumber, total, open, hot, onToggle, onHover }: LayerSectionProps) {
  const listId = useId()
  const empty = layer.segments.length === 0
  return (
    <section className="layer" data-layer={layer.id} data-hot={hot ? true : undefined}>
      <h3>
        <button
          type="button"
          className="layer-head"
          aria-expanded={open && !empty}
          aria-controls={listId}
          disabled={empty}
          onClick={onToggle}
          onPointerEnter={() => onHover(layer.id)}
          onPointerLeave={() => onHover(undefined)}
        >
          <LayerTag id={layer.id} />
          <b>{t(layer.title)}</b>
          <span className="layer-summary cut">{layerSummary(layer, turnNumber)}</span>
          <span className="layer-share figures">{formatShare(layer.tokens, total)}</span>
          <span className="layer-tokens figures">{formatTokens(layer.tokens)}</span>
          {empty ? <span /> : <Icon name={open ? 'down' : 'right'} size={14} />}
        </button>
      </h3>
      <ul id={listId} className="segments" hidden={!open || empty}>
        {open
          ? layer.segments.map((segment, index) => (
              <SegmentRow key={`${segment.name} ${index}`} segment={segment} />
            ))
          : null}
      </ul>
    </section>
  )
}
