import classes from './level-meter.module.css'

interface LevelMeterProps {
  label: string
  /** 0 to 1. */
  level: number
}

/** Shows the level of a source. The bar uses the square root, so that quiet speech is visible. */
export function LevelMeter({ label, level }: LevelMeterProps) {
  const share = Math.min(1, Math.sqrt(Math.max(0, level)))
  return (
    <meter
      className={classes.meter}
      min={0}
      max={1}
      value={share}
      aria-label={label}
      data-quiet={share < 0.15 || undefined}
    />
  )
}
