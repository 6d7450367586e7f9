import { Icon } from '../parts/icon.tsx'
import { describeImages } from '../view-model/composer/describe-images.ts'
import './context-notices.css'

interface WebImagesProps {
  /** Pictures of the open note that lie on the web. */
  readonly addresses: readonly string[]
  readonly agreed: boolean
  /** What may be fetched from now on. */
  readonly onChange: (addresses: readonly string[]) => void
}

/** Pictures of the web are fetched for one message, by someone who knows from where. */
export function WebImages({ addresses, agreed, onChange }: WebImagesProps) {
  if (addresses.length === 0) return null
  const { count, hosts } = describeImages(addresses)
  return (
    <p className="page-offer web-images" data-agreed={agreed ? true : undefined}>
      <Icon name={agreed ? 'check' : 'image'} size={14} />
      <span className="web-images-words" role="status">
        {agreed ? `${count} from ${hosts}, fetched when you send.` : `${count} of the open note at ${hosts}.`}
      </span>
      <button type="button" onClick={() => onChange(agreed ? [] : addresses)}>
        {agreed ? 'Do not fetch' : `Fetch ${count} from the web`}
      </button>
    </p>
  )
}
