//! The embedded store: redb, one file, or memory alone.

use std::path::Path;
use std::sync::Arc;

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::model::{Place, Project, Status, Task};

const TASKS: TableDefinition<'_, u64, &str> = TableDefinition::new("tasks");
const PROJECTS: TableDefinition<'_, &str, &str> = TableDefinition::new("projects");

/// What can go wrong in the store. Only the two that a caller can mend are meant for the caller.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error("there is no task {0:?}; `list` shows the ids that exist")]
    NoSuchTask(String),
    #[error("there is no project {0:?}; create it with the tool `projects`")]
    NoSuchProject(String),
    #[error("a project {0:?} exists already")]
    ProjectExists(String),
    #[error("the store cannot be used")]
    Database(#[from] redb::Error),
    #[error("a stored record cannot be read")]
    Record(#[from] serde_json::Error),
    #[error("the store's thread was lost")]
    Thread(#[from] tokio::task::JoinError),
}

impl StoreError {
    pub(crate) const fn is_for_caller(&self) -> bool {
        matches!(
            self,
            Self::NoSuchTask(_) | Self::NoSuchProject(_) | Self::ProjectExists(_)
        )
    }
}

/// Cheap to clone; all clones share one database.
#[derive(Clone)]
pub(crate) struct Store {
    database: Arc<Database>,
}

/// How many tasks there are.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counts {
    pub(crate) open: u64,
    pub(crate) done: u64,
}

impl Store {
    /// Open a file, or make it.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        Self::prepared(Database::create(path).map_err(redb::Error::from)?)
    }

    /// Keep everything in memory.
    pub(crate) fn in_memory() -> Result<Self, StoreError> {
        let database = Database::builder()
            .create_with_backend(InMemoryBackend::new())
            .map_err(redb::Error::from)?;
        Self::prepared(database)
    }

    fn prepared(database: Database) -> Result<Self, StoreError> {
        let write = database.begin_write().map_err(redb::Error::from)?;
        write.open_table(TASKS).map_err(redb::Error::from)?;
        write.open_table(PROJECTS).map_err(redb::Error::from)?;
        write.commit().map_err(redb::Error::from)?;
        Ok(Self {
            database: Arc::new(database),
        })
    }

    /// Insert a task; `id` and `number` are the store's to give.
    pub(crate) async fn insert(&self, mut task: Task) -> Result<Task, StoreError> {
        self.write(move |tables| {
            let id = tables
                .tasks
                .last()
                .map_err(redb::Error::from)?
                .map_or(1, |(key, _)| key.value() + 1);
            task.id = format!("t-{id}");
            if let Some(place) = &mut task.place {
                let mut project = tables.project(&place.project)?;
                place.number = project.next_number;
                project.next_number += 1;
                tables.put_project(&project)?;
            }
            tables.put_task(id, &task)?;
            Ok(task)
        })
        .await
    }

    /// One task, by its id.
    pub(crate) async fn get(&self, id: String) -> Result<Task, StoreError> {
        self.write(move |tables| tables.task(&id).map(|(_, task)| task)).await
    }

    /// One task, by its place in a project.
    pub(crate) async fn find(&self, place: Place) -> Result<Task, StoreError> {
        let all = self.all().await?;
        all.into_iter()
            .find(|task| task.place.as_ref() == Some(&place))
            .ok_or_else(|| StoreError::NoSuchTask(format!("{} {}", place.project, place.number)))
    }

    /// Change one task.
    pub(crate) async fn change(
        &self,
        id: String,
        change: impl FnOnce(&mut Task) + Send + 'static,
    ) -> Result<Task, StoreError> {
        self.write(move |tables| {
            let (key, mut task) = tables.task(&id)?;
            change(&mut task);
            tables.put_task(key, &task)?;
            Ok(task)
        })
        .await
    }

    /// Remove one task.
    pub(crate) async fn remove(&self, id: String) -> Result<(), StoreError> {
        self.write(move |tables| {
            let (key, _) = tables.task(&id)?;
            tables.tasks.remove(key).map_err(redb::Error::from)?;
            Ok(())
        })
        .await
    }

    /// All tasks, oldest first.
    pub(crate) async fn all(&self) -> Result<Vec<Task>, StoreError> {
        self.read(|database| {
            let read = database.begin_read().map_err(redb::Error::from)?;
            let table = read.open_table(TASKS).map_err(redb::Error::from)?;
            let rows = table.iter().map_err(redb::Error::from)?;
            rows.map(|row| parse(row.map_err(redb::Error::from)?.1.value()))
                .collect()
        })
        .await
    }

    /// How many tasks are open and done.
    pub(crate) async fn counts(&self) -> Result<Counts, StoreError> {
        let mut counts = Counts::default();
        for task in self.all().await? {
            match task.status {
                Status::Open => counts.open += 1,
                Status::Done => counts.done += 1,
            }
        }
        Ok(counts)
    }

    /// Make a project.
    pub(crate) async fn create_project(&self, key: String, name: String) -> Result<Project, StoreError> {
        self.write(move |tables| {
            if tables.project(&key).is_ok() {
                return Err(StoreError::ProjectExists(key));
            }
            let project = Project {
                key,
                name,
                next_number: 1,
            };
            tables.put_project(&project)?;
            Ok(project)
        })
        .await
    }

    /// All projects, by key.
    pub(crate) async fn projects(&self) -> Result<Vec<Project>, StoreError> {
        self.read(|database| {
            let read = database.begin_read().map_err(redb::Error::from)?;
            let table = read.open_table(PROJECTS).map_err(redb::Error::from)?;
            let rows = table.iter().map_err(redb::Error::from)?;
            rows.map(|row| parse(row.map_err(redb::Error::from)?.1.value()))
                .collect()
        })
        .await
    }

    /// The store blocks, so its work belongs on a blocking thread, never on the one that serves other calls.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Database) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let database = Arc::clone(&self.database);
        tokio::task::spawn_blocking(move || work(&database)).await?
    }

    /// One transaction: all of it happens, or nothing.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tables<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.read(move |database| {
            let write = database.begin_write().map_err(redb::Error::from)?;
            let done = {
                let tasks = write.open_table(TASKS).map_err(redb::Error::from)?;
                let projects = write.open_table(PROJECTS).map_err(redb::Error::from)?;
                work(&mut Tables { tasks, projects })?
            };
            write.commit().map_err(redb::Error::from)?;
            Ok(done)
        })
        .await
    }
}

struct Tables<'t> {
    tasks: redb::Table<'t, u64, &'static str>,
    projects: redb::Table<'t, &'static str, &'static str>,
}

impl Tables<'_> {
    fn task(&self, id: &str) -> Result<(u64, Task), StoreError> {
        let missing = || StoreError::NoSuchTask(id.to_owned());
        let key = id
            .strip_prefix("t-")
            .and_then(|number| number.parse().ok())
            .ok_or_else(missing)?;
        let record = self.tasks.get(key).map_err(redb::Error::from)?.ok_or_else(missing)?;
        Ok((key, parse(record.value())?))
    }

    fn put_task(&mut self, key: u64, task: &Task) -> Result<(), StoreError> {
        self.tasks
            .insert(key, serde_json::to_string(task)?.as_str())
            .map_err(redb::Error::from)?;
        Ok(())
    }

    fn project(&self, key: &str) -> Result<Project, StoreError> {
        let record = self.projects.get(key).map_err(redb::Error::from)?;
        parse(record.ok_or_else(|| StoreError::NoSuchProject(key.to_owned()))?.value())
    }

    fn put_project(&mut self, project: &Project) -> Result<(), StoreError> {
        let record = serde_json::to_string(project)?;
        self.projects
            .insert(project.key.as_str(), record.as_str())
            .map_err(redb::Error::from)?;
        Ok(())
    }
}

fn parse<T: DeserializeOwned>(record: &str) -> Result<T, StoreError> {
    Ok(serde_json::from_str(record)?)
}
