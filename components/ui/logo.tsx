/** The product's logo. Hidden from screen readers, because the product name is beside it. */
export function Logo() {
  return (
    <svg width={36} height={36} viewBox="0 0 128 128" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="128" height="128" rx="28" fill="#6d42e5" />
      <path d="M36 28h38a8 8 0 0 1 8 8v56a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8V36a8 8 0 0 1 8-8z" fill="#fff" />
      <path d="M40 48h30M40 64h30M40 80h18" stroke="#6d42e5" strokeWidth="7" strokeLinecap="round" />
      <circle cx="94" cy="88" r="18" fill="#e0407f" stroke="#6d42e5" strokeWidth="6" />
    </svg>
  )
}
