import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";

/** Where notices appear. */
export default function ToastList() {
  return <Notifications position="bottom-center" limit={4} />;
}
