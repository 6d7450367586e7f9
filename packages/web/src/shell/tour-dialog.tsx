import './tour-dialog.css'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { writeSetting } from '../setting.ts'
import { t } from '../i18n/t.ts'

interface Step {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

const STEPS: readonly Step[] = [
  {
    icon: 'search',
    title: t('Just ask'),
    text: t(
      'Type a question. Varve finds what your notes say about it and shows the passages above the message before you send. Open, pin or drop any of them.',
    ),
  },
  {
    icon: 'passage',
    title: t('Check the answer'),
    text: t('Numbers in an answer are its sources. Click one to see the note at that place.'),
  },
  {
    icon: 'layers',
    title: t('See what the model sees'),
    text: t(
      'The inspector on the right shows the whole request in five layers, with tokens and price. Nothing is sent that you can’t look at.',
    ),
  },
  {
    icon: 'folder',
    title: t('Make it yours'),
    text: t(
      'This demo answers with quotes, without a language model. Open your own folder from the card at the top left, and connect a model below the message.',
    ),
  },
]

/** Four steps through the page; Skip and Esc end it. */
export function TourDialog({ onClose }: { readonly onClose: () => void }) {
  const [at, setAt] = useState(0)
  const next = useRef<HTMLButtonElement>(null)
  // The dialog is open by then, with its first button in focus.
  useLayoutEffect(() => next.current?.focus(), [])
  const step = STEPS[at]
  const end = () => {
    writeSetting('varve.tour', 'seen')
    onClose()
  }
  if (!step) return null
  const isLast = at === STEPS.length - 1
  return (
    <Dialog label={t('Tour')} place="center" onClose={end}>
      <div className="tour">
        <span className="tour-sign">
          <Icon name={step.icon} size={20} />
        </span>
        <div aria-live="polite">
          <p className="faint">{t('Step {number} of {count}', { number: at + 1, count: STEPS.length })}</p>
          <h2>{step.title}</h2>
          <p>{step.text}</p>
        </div>
      </div>
      <div className="dialog-foot">
        <Button look="bare" onClick={end}>
          {t('Skip')}
        </Button>
        <span className="grow" />
        {at > 0 ? <Button onClick={() => setAt(at - 1)}>{t('Back')}</Button> : null}
        <Button look="main" ref={next} onClick={() => (isLast ? end() : setAt(at + 1))}>
          {isLast ? t('Start') : t('Next')}
        </Button>
      </div>
    </Dialog>
  )
}
