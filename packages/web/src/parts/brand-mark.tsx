import { useId } from 'react'

/** Four layers of sediment in a rounded square. */
export function BrandMark() {
  const clip = useId()
  return (
    <svg
      className="brand-mark"
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <clipPath id={clip}>
        <rect x="1.5" y="1.5" width="17" height="17" rx="4.5" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d="M0 3.7c3.5-1 6 .9 10 .3s6.5-1 10 0" strokeWidth="3.8" />
        <path d="M0 8.2c3.5-1 6 .9 10 .3s6.5-1 10 0" strokeWidth="2.4" />
        <path d="M0 11.6c3.5-.8 6 .8 10 .3s6.5-.9 10 0" strokeWidth="1.3" />
        <path d="M0 16.1c3.5-.8 6 .8 10 .3s6.5-.9 10 0" strokeWidth="4.4" />
      </g>
    </svg>
  )
}
