import type { CountryCode } from 'libphonenumber-js/max'
import { useEffect, useState } from 'react'
import classes from './flag.module.css'

let drawings: Readonly<Record<string, string>> | null = null

/**
 * The flag of a country, 26 px wide (product 2.35). Shows an empty box until the flag is loaded, or if there is no
 * flag.
 */
export function Flag({ country }: { country: CountryCode | null }) {
  const [flags, setFlags] = useState(drawings)
  useEffect(() => {
    if (drawings !== null) return
    let isShown = true
    // A failure to load the flags is ignored, because every country is also shown by its name.
    import('./flags.ts').then(
      (module) => {
        drawings = module.flags
        if (isShown) setFlags(module.flags)
      },
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [])
  const drawing = country === null ? undefined : flags?.[country]
  if (drawing === undefined) return <span className={classes.flag} aria-hidden />
  return <img className={classes.flag} src={`data:image/svg+xml,${encodeURIComponent(drawing)}`} alt="" width={26} />
}
