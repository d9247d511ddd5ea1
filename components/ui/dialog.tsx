import { Modal, type ModalProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import classes from './dialog.module.css'

/** On screens up to this width in pixels, a dialog fills the whole screen (product 14.6). */
export const fullScreenUpToPx = 600

export function Dialog(props: ModalProps) {
  const narrow = useMediaQuery(`(max-width: ${fullScreenUpToPx}px)`, undefined, { getInitialValueInEffect: false })
  return (
    <Modal
      fullScreen={narrow}
      centered
      classNames={{ title: classes.title }}
      radius={narrow ? 0 : 'md'}
      // Mantine renders the title in a `<header>`. Without this role, screen readers would announce it as the banner of
      // the page.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 150, transition: 'fade' }}
      {...props}
    />
  )
}
