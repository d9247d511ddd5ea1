import { Button, Group } from '@mantine/core'

export interface SmallButton {
  label: string
  /** Names the action and the record that it concerns, for a screen reader. "Edit" alone does not name the record. */
  name: string
  onClick: () => void
  color?: string
  loading?: boolean
}

/** The buttons at the end of a record or of a line of a card. */
export function SmallButtons({ buttons, wrap = false }: { buttons: SmallButton[]; wrap?: boolean }) {
  return (
    <Group gap="xs" wrap={wrap ? 'wrap' : 'nowrap'} justify="flex-end">
      {buttons.map(({ label, name, onClick, color, loading = false }) => (
        <Button
          key={label}
          size="sm"
          variant="default"
          {...(color ? { c: color } : {})}
          loading={loading}
          aria-label={name}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
