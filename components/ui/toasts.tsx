import { Notifications } from '@mantine/notifications'
import { toastMs, toastsShown } from './toast.ts'
import classes from './toasts.module.css'

/** Where toasts appear; once per app. A toast shown earlier waits for it. */
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
