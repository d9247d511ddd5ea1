import classes from './level-meter.module.css'

interface LevelMeterProps {
  label: string
  /** 0 to 1. */
  level: number
}

/** How loud a source is. Quiet speech is still seen: the bar grows with the square root. */
export function LevelMeter({ label, level }: LevelMeterProps) {
  const shown = Math.min(1, Math.sqrt(Math.max(0, level)))
  return (
    <meter
      className={classes.meter}
      min={0}
      max={1}
      value={shown}
      aria-label={label}
      data-quiet={shown < 0.15 || undefined}
    />
  )
}
