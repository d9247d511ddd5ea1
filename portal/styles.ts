// The styles of the panel, and those of the Mantine components that only the portal uses.
import '../components/styles.ts'
import '@mantine/core/styles/AppShell.layer.css'
import '@mantine/core/styles/Burger.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/NavLink.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
