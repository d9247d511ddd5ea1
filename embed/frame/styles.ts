// The styles of the panel, and those of the Mantine components that only the template editor in a page uses.
import '../../components/styles.ts'
import './frame.css'
