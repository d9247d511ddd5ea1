import { Notifications } from '@mantine/notifications'
import { toastMs, toastsShown } from './toast.ts'
import classes from './toasts.module.css'

/** The container for toasts. Use it once per app. Toasts shown before it is mounted wait for it. */
export function Toasts() {
  return (
    <Notifications
      position="bottom-center"
      limit={toastsShown}
      autoClose={toastMs.blank}
      containerWidth={340}
      classNames={{ root: classes.toasts }}
    />
  )
}
