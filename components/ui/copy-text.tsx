import { Button, CopyButton } from '@mantine/core'

interface CopyTextProps {
  text: string
  label?: string
  size?: 'sm'
  /** True if this button gets the focus when the dialog around it opens. */
  isFirst?: boolean
}

export function CopyText({ text, label = 'Copy', size, isFirst = false }: CopyTextProps) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy} data-autofocus={isFirst || undefined} {...(size ? { size } : {})}>
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  )
}
