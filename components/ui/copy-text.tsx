import { Button, CopyButton } from '@mantine/core'

interface CopyTextProps {
  text: string
  label?: string
  size?: 'sm'
}

/** A button that copies a text, and says that it has done so. */
export function CopyText({ text, label = 'Copy', size }: CopyTextProps) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy} {...(size ? { size } : {})}>
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  )
}
