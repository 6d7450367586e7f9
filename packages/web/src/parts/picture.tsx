import { useState } from 'react'
import { Icon } from './icon.tsx'
import './picture.css'
import { t } from '../i18n/t.ts'

interface PictureProps {
  readonly src: string | undefined
  readonly alt: string
  readonly className?: string
  readonly width?: number
  readonly height?: number
}

/** A picture; one that cannot be drawn says so in its place. */
export function Picture({ src, alt, ...looks }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  if (src === undefined || src !== broken)
    return <img src={src} alt={alt} {...looks} loading="lazy" onError={() => setBroken(src)} />
  return (
    <span className="picture-broken">
      <Icon name="image" size={14} />
      <span>{t('“{alt}” cannot be shown. The file may be damaged.', { alt })}</span>
    </span>
  )
}
