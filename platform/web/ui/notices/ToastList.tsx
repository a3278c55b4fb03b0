import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import classes from "./ToastList.module.css";

/** Where notices appear. */
export default function ToastList() {
  return <Notifications className={classes.notices ?? ""} position="bottom-center" limit={4} />;
}
